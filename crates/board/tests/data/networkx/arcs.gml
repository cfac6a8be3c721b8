graph [
  directed 1
  node [
    id 0
    label "x"
  ]
  node [
    id 1
    label "y"
  ]
  node [
    id 2
    label "z"
  ]
  edge [
    source 0
    target 1
  ]
  edge [
    source 1
    target 1
  ]
  edge [
    source 2
    target 0
  ]
]
