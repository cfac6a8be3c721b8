"""Writes the files of this folder with networkx, which judges our readers."""

import json

import networkx as nx

named = nx.Graph([("a b", "Grötzsch"), ("Grötzsch", 'say "hi"')])
named.add_node("alone")
for v, node in enumerate(named):
    named.nodes[node]["pos"] = [v / 2, -1.5]
weighted = nx.Graph()
weighted.add_weighted_edges_from([(0, 1, 3), (1, 2, 2.5), (3, 0, 1)])
arcs = nx.DiGraph([("x", "y"), ("y", "y"), ("z", "x")])
parallel = nx.MultiGraph([(0, 1), (0, 1), (1, 2)])
cube = nx.hypercube_graph(3)
petersen = nx.petersen_graph()

nx.write_edgelist(petersen, "petersen.edgelist")
nx.write_edgelist(weighted, "weighted.edgelist")
nx.write_edgelist(weighted, "weights.edgelist", data=["weight"])
nx.write_adjlist(petersen, "petersen.adjlist")
nx.write_multiline_adjlist(petersen, "petersen.multiline-adjlist")
nx.write_multiline_adjlist(weighted, "weighted.multiline-adjlist")
nx.write_gml(petersen, "petersen.gml")
nx.write_gml(named, "named.gml")
nx.write_gml(weighted, "weighted.gml")
nx.write_gml(arcs, "arcs.gml")
for name, graph in [
    ("petersen", petersen),
    ("named", named),
    ("weighted", weighted),
    ("arcs", arcs),
    ("parallel", parallel),
    ("cube", cube),
]:
    with open(f"{name}.node-link", "w") as file:
        json.dump(nx.node_link_data(graph), file)
with open("links.node-link", "w") as file:
    json.dump(nx.node_link_data(petersen, edges="links"), file)
