graph [
  node [
    id 0
    label "a b"
    pos 0.0
    pos -1.5
  ]
  node [
    id 1
    label "Gr&#246;tzsch"
    pos 0.5
    pos -1.5
  ]
  node [
    id 2
    label "say &#34;hi&#34;"
    pos 1.0
    pos -1.5
  ]
  node [
    id 3
    label "alone"
    pos 1.5
    pos -1.5
  ]
  edge [
    source 0
    target 1
  ]
  edge [
    source 1
    target 2
  ]
]
