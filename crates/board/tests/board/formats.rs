//! Every format: against files of other programs, round trips, and bad input.

use outplay_board::formats::{Boards, Format, board_text, loses};
use outplay_board::{Board, Digraph, GameTable, Graph, InputError, Limits, PlaneGraph, Shape};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::io::Read;

const SMALL: Limits = Limits {
    vertices: 100,
    edges: 1000,
};

/// A text that comes in pieces of so many bytes.
struct Pieces<'a>(usize, &'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = self.0.min(buffer.len());
        self.1.read(&mut buffer[..most])
    }
}

fn read_all(format: Format, text: impl AsRef<[u8]>) -> Result<Vec<Board>, InputError> {
    Boards::new(text.as_ref(), format, Limits::BOARD).collect()
}

fn read(format: Format, text: impl AsRef<[u8]>) -> Board {
    let mut boards = read_all(format, text).unwrap_or_else(|error| panic!("{format}: {error}"));
    assert_eq!(boards.len(), 1);
    boards.remove(0)
}

fn error(format: Format, text: impl AsRef<[u8]>) -> String {
    let mut boards = Boards::new(text.as_ref(), format, SMALL);
    let error = boards.find_map(Result::err).expect("should be refused");
    assert!(boards.next().is_none(), "nothing follows an error");
    error.to_string()
}

/// As what a text is read that nobody says the format of.
fn guessed(text: impl AsRef<[u8]>) -> Option<Format> {
    let mut boards = Boards::new(text.as_ref(), None, SMALL);
    let _ = boards.next();
    boards.format()
}

fn write(format: Format, board: &Board) -> String {
    board_text(board, format).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(format: Format, board: &Board) -> String {
    board_text(board, format).unwrap_err().to_string()
}

fn graph(n: usize, edges: &[(u32, u32)]) -> Board {
    Board::undirected(Graph::new(n, edges.iter().copied()).unwrap())
}

fn digraph(n: usize, arcs: &[(u32, u32)]) -> Board {
    Board::directed(Digraph::new(n, arcs.to_vec()).unwrap())
}

fn names(names: &[&str]) -> Option<Vec<String>> {
    Some(names.iter().map(|&name| name.to_owned()).collect())
}

// ---- The graph6 family, judged by nauty ----

fn nauty(file: &str) -> String {
    let path = format!("{}/tests/data/nauty/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Graphs as `showg -e` lists them.
fn listed(file: &str) -> Vec<(usize, Vec<(u32, u32)>)> {
    let text = nauty(file);
    let lines: Vec<&str> = text.lines().collect();
    lines
        .chunks(2)
        .map(|graph| {
            let numbers = |line: &str| -> Vec<u32> {
                line.split_whitespace()
                    .map(|word| word.parse().unwrap())
                    .collect()
            };
            let sizes = numbers(graph[0]);
            let ends = numbers(graph.get(1).unwrap_or(&""));
            let edges: Vec<_> = ends.chunks(2).map(|edge| (edge[0], edge[1])).collect();
            assert_eq!(edges.len(), sizes[1] as usize);
            (sizes[0] as usize, edges)
        })
        .collect()
}

#[test]
fn graph6_and_sparse6_agree_with_nauty() {
    let expected: Vec<Board> = listed("undirected.edges-of-showg")
        .iter()
        .map(|(n, edges)| graph(*n, edges))
        .collect();
    assert_eq!(expected.len(), 78);
    for (format, file) in [
        (Format::Graph6, "undirected.g6"),
        (Format::Sparse6, "undirected.s6"),
    ] {
        let text = nauty(file);
        assert_eq!(read_all(format, &text).unwrap(), expected, "{file}");
        let written: String = expected.iter().map(|board| write(format, board)).collect();
        assert_eq!(written, text, "{file}");
    }
    let written: String = expected
        .iter()
        .map(|board| write(Format::Digraph6, board))
        .collect();
    assert_eq!(written, nauty("both-directions.d6"));
}

#[test]
fn digraph6_agrees_with_nauty() {
    let expected: Vec<Board> = listed("directed.edges-of-showg")
        .iter()
        .map(|(n, arcs)| digraph(*n, arcs))
        .collect();
    let text = nauty("directed.d6");
    assert_eq!(read_all(Format::Digraph6, &text).unwrap(), expected);
    let written: String = expected
        .iter()
        .map(|board| write(Format::Digraph6, board))
        .collect();
    assert_eq!(written, text);
    let has_loop = |board: &Board| match &board.shape {
        Shape::Directed(digraph) => digraph.arcs().any(|(a, b)| a == b),
        Shape::Undirected(_) => false,
    };
    assert!(expected.iter().any(has_loop), "the data should have loops");
}

#[test]
fn sparse6_with_long_sizes_agrees_with_nauty() {
    let (n, edges) = listed("huge.edges-of-showg").remove(0);
    assert!(n > 258_047);
    let board = graph(n, &edges);
    let text = nauty("huge.s6");
    assert_eq!(read(Format::Sparse6, &text), board);
    assert_eq!(write(Format::Sparse6, &board), text);
}

#[test]
fn headers_and_mixed_lines() {
    let plain: Vec<Board> = read_all(Format::Graph6, nauty("header.g6")).unwrap();
    assert_eq!(plain.len(), 21);
    assert_eq!(read_all(Format::Graph6, nauty("header.s6")).unwrap(), plain);
    let doubled = read_all(Format::Graph6, nauty("header.d6")).unwrap();
    for (one, two) in plain.iter().zip(&doubled) {
        assert_eq!(two.edge_count(), 2 * one.edge_count());
    }
    let mixed = read_all(Format::Sparse6, "Bw\r\n\n:Bf\n&B?_\n").unwrap();
    assert!(matches!(mixed[0].shape, Shape::Undirected(_)));
    assert!(matches!(mixed[2].shape, Shape::Directed(_)));
    assert_eq!(mixed.len(), 3);
    let message = error(Format::Sparse6, nauty("incremental.s6"));
    assert!(
        message.starts_with("line 2: found incremental sparse6"),
        "{message}"
    );
}

#[test]
fn many_graphs_are_read_one_at_a_time() {
    struct Endless(usize);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            for byte in &mut *buffer {
                *byte = b"Bw\n"[self.0 % 3];
                self.0 += 1;
            }
            Ok(buffer.len())
        }
    }
    let boards = Boards::new(Endless(0), Format::Graph6, Limits::BOARD);
    assert!(
        boards
            .take(10_000)
            .all(|board| board.unwrap().edge_count() == 3)
    );
}

#[test]
fn lines_of_any_length_come_in_any_pieces() {
    // Lines of 5 to 21,000 bytes, longer and shorter ones in turn.
    let sizes = [10, 500, 3, 300, 400, 1];
    let boards =
        sizes.map(|n| Board::undirected(Graph::new(n, (1..n as u32).map(|v| (0, v))).unwrap()));
    let mut text: String = boards
        .iter()
        .map(|board| write(Format::Graph6, board))
        .collect();
    assert_eq!(text.pop(), Some('\n'));
    for size in [1, 7, 1000, 8191, 8192, 8193, 1 << 20] {
        let read = Boards::new(Pieces(size, text.as_bytes()), Format::Graph6, Limits::BOARD);
        assert_eq!(read.collect::<Result<Vec<_>, _>>().unwrap(), boards);
    }
}

#[test]
fn lines_that_are_too_long_are_refused() {
    const LONGEST: usize = 1 << 20;
    for size in [1000, 1 << 21] {
        let read = |length: usize| {
            let text = format!("0 1\n#{}\n1 2\n", "-".repeat(length - 1));
            let pieces = Pieces(size, text.as_bytes());
            let mut boards = Boards::new(pieces, Format::EdgeList, Limits::BOARD);
            boards.next().unwrap()
        };
        assert_eq!(read(LONGEST).unwrap().edge_count(), 2);
        let error = read(LONGEST + 1).unwrap_err();
        let message = "found a line of more than 1048576 characters, expected shorter lines";
        assert_eq!((error.line, error.message.as_str()), (Some(2), message));
    }
}

#[test]
fn a_failing_input_is_an_input_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is on fire"))
        }
    }
    for format in Format::ALL {
        let mut boards = Boards::new(Broken, format, SMALL);
        let error = boards.next().unwrap().unwrap_err();
        assert_eq!(error.message, "cannot be read: the disk is on fire");
        assert!(boards.next().is_none());
    }
}

// ---- What the text formats say ----

#[test]
fn edge_lists() {
    let path = graph(3, &[(0, 1), (1, 2)]);
    for text in [
        "0 1\n1 2\n",
        "0,1\r\n1 , 2\r\n",
        "\u{feff}# a path\n0-1\n\n% and more\n1\t2",
        "0 - 1\n1--2   # the end\n",
        "  0 1  \n1   2\n",
    ] {
        assert_eq!(read(Format::EdgeList, text), path, "{text:?}");
    }
    let twice = read(Format::EdgeList, "0 1\n1 2\n2 1\n");
    assert_eq!(twice.shape, path.shape);
    assert_eq!(
        twice.remarks,
        ["edges that are listed more than once count once (1 left out)"]
    );
    assert_eq!(read(Format::EdgeList, "0 1\n2\n"), graph(3, &[(0, 1)]));
    let arcs = digraph(3, &[(0, 1), (1, 1), (2, 0)]);
    assert_eq!(read(Format::EdgeList, "0 -> 1\n1->1\n2 ->0\n"), arcs);
    let states = read(
        Format::EdgeList,
        "alabama georgia\n\"North Carolina\",georgia\nnew-york 7\n\"a \\\"b\\\"\"\n",
    );
    assert_eq!(
        states,
        Board {
            names: names(&[
                "alabama",
                "georgia",
                "North Carolina",
                "new-york",
                "7",
                "a \"b\""
            ]),
            ..graph(6, &[(0, 1), (1, 2), (3, 4)])
        }
    );
    // Numbers turn into names in the order in which they came.
    assert_eq!(
        read(Format::EdgeList, "9\n5 3\n8\n3 x\n"),
        Board {
            names: names(&["9", "5", "3", "8", "x"]),
            ..graph(5, &[(1, 2), (2, 4)])
        }
    );
    assert_eq!(
        read(Format::EdgeList, "1 \"0\"\n"),
        Board {
            names: names(&["1", "0"]),
            ..graph(2, &[(0, 1)])
        }
    );
}

#[test]
fn edge_lists_as_arcs() {
    let read = |text: &str| {
        let boards = Boards::new(text.as_bytes(), Format::EdgeList, Limits::DIGRAPH);
        boards.directed(true).next().unwrap()
    };
    let expected = digraph(4, &[(0, 1), (1, 0), (2, 2), (2, 3)]);
    let plain = "lines \"a b\" are arcs from a to b here (\"a - b\" is an edge)";
    let mixed = read("0 1\n1 0\n2 2\n2 -> 3\n").unwrap();
    assert_eq!(mixed.remarks, [plain]);
    assert_eq!(mixed.shape, expected.shape);
    let twice = read("0 1\n1 0\n2 2\n2 -> 3\n2 3").unwrap();
    assert_eq!((&twice.shape, twice.remarks.len()), (&expected.shape, 2));
    // What is said to be an edge is one, here too.
    let edge = read("0-1\n2 -> 2\n2->3").unwrap();
    assert_eq!(edge, expected);
    assert_eq!(read("0\n").unwrap(), digraph(1, &[]));
}

/// Numbers from 1 gained a vertex 0, and `5 9` was a graph with ten vertices.
#[test]
fn edge_lists_have_the_vertices_that_they_name() {
    let path = [(0, 1), (1, 2)];
    let named = |list: &[&str], edges: &[(u32, u32)], remark: &str| Board {
        names: names(list),
        remarks: vec![remark.to_owned()],
        ..graph(list.len(), edges)
    };
    let read = |text: &str| read(Format::EdgeList, text);
    let from_one = "read 3 vertices, named 1 to 3";
    assert_eq!(read("1 2\n2 3\n"), named(&["1", "2", "3"], &path, from_one));
    // In the order of the numbers, whatever the order of the lines.
    assert_eq!(read("3 2\n2 1\n"), named(&["1", "2", "3"], &path, from_one));
    let far = "read 3 vertices, named by their numbers, 5 to 900000000";
    let sparse = named(&["5", "9", "900000000"], &path, far);
    assert_eq!(read("5 9\n9 900000000\n"), sparse);
    // Who has no edge is named alone.
    let alone = "read 4 vertices, named 1 to 4";
    assert_eq!(
        read("1 2\n4\n2 3\n"),
        named(&["1", "2", "3", "4"], &path, alone)
    );
    assert_eq!(read("7\n").names, names(&["7"]));
    assert_eq!(read("2 1\n0 2\n"), graph(3, &[(1, 2), (0, 2)]));
    // How large a number is counts for nothing, how many there are does.
    let many: String = (0..101)
        .map(|v| format!("{v} {}\n", 7000 * v + 200))
        .collect();
    let limits = Limits {
        vertices: 100,
        edges: 1000,
    };
    let refused = Boards::new(many.as_bytes(), Format::EdgeList, limits).next();
    let refused = refused.unwrap().unwrap_err();
    assert!(
        refused
            .message
            .contains("202 vertices, expected at most 100"),
        "{refused}"
    );
}

/// A first line with the numbers of vertices and edges became an edge, and so did the names of
/// columns.
#[test]
fn headers_of_edge_lists_are_no_edges() {
    let read = |text: &str, directed: bool, header: Option<bool>| {
        let boards = Boards::new(text.as_bytes(), Format::EdgeList, Limits::BOARD);
        boards.directed(directed).header(header).next().unwrap()
    };
    let square = [(0, 1), (0, 3), (1, 2), (2, 3)];
    let text = "4 4\n1 2\n2 3\n3 4\n4 1\n";
    for header in [None, Some(true)] {
        let board = read(text, false, header).unwrap();
        assert_eq!(board.shape, graph(4, &square).shape);
        assert_eq!(board.names, names(&["1", "2", "3", "4"]));
        let remark = "read 4 vertices, named 1 to 4; the first line was taken as their number and that of the edges";
        assert_eq!(board.remarks, [remark]);
        let arcs = read(text, true, header).unwrap();
        assert_eq!(
            arcs.shape,
            digraph(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]).shape
        );
        assert!(
            arcs.remarks[0].ends_with("and that of the arcs"),
            "{arcs:?}"
        );
    }
    // As an edge it is a loop.
    let loops = read(text, true, Some(false)).unwrap();
    assert_eq!(loops.edge_count(), 5);
    let refused = read(text, false, Some(false)).unwrap_err();
    assert!(
        refused.to_string().starts_with("line 1: found a self-loop"),
        "{refused}"
    );
    // More edges than vertices; vertices from 0; some that have no edge; weights.
    for (text, n, m) in [
        ("3 6\n0 1\n1 2\n2 0\n1 0\n2 1\n0 2\n", 3, 6),
        ("# a comment\n\n9 1\n 0 8\n", 9, 1),
        ("6 2\n1 2\n6 3\n", 6, 2),
        ("5 5\n1 2 7\n2 3 7\n3 4 1\n4 5 2\n5 1 3\n", 5, 5),
    ] {
        let board = read(text, true, Some(true)).unwrap();
        assert_eq!((board.vertex_count(), board.edge_count()), (n, m), "{text}");
    }
    // Read in one way it is a path with four vertices, in the other one with five.
    let unclear = "4 3\n1 2\n2 3\n3 1\n";
    for directed in [false, true] {
        let refused = read(unclear, directed, None).unwrap_err().to_string();
        for part in [
            "line 1: ",
            "\"4 3\"",
            "--header yes, if there are 4 vertices and 3",
            "--header no, if it is one of 4",
        ] {
            assert!(refused.contains(part), "{refused}: {part}");
        }
        let sizes = |header| {
            let board = read(unclear, directed, Some(header)).unwrap();
            (board.vertex_count(), board.edge_count())
        };
        assert_eq!((sizes(true), sizes(false)), ((4, 3), (4, 4)));
    }
    // Said to be a header, and none.
    for (text, found) in [
        (
            "4 4\n1 2\n",
            "1 edges between vertices up to 2 below the first line",
        ),
        ("1 1\n1 2\n", "1 edges between vertices up to 2"),
        ("1 -> 2\n", "\"1 -> 2\""),
        (
            "7\n1 9\n",
            "vertices up to 9 below the first line, expected 7 vertices",
        ),
    ] {
        let refused = read(text, true, Some(true)).unwrap_err().to_string();
        assert!(
            refused.starts_with("line 1: found ") && refused.contains(found),
            "{refused}"
        );
    }
    // It says nothing true: an edge.
    for text in ["4 7\n1 2\n", "2 1\n1 3\n", "1 2\n3 x\n"] {
        assert_eq!(read(text, false, None).unwrap().edge_count(), 2, "{text}");
    }

    let columns = "the first line was taken as names of columns";
    for (text, list, data) in [
        ("source,target\n0,1\n1,2\n", None, 0),
        ("Source,Target,Weight\n0,1,5\n1,2,3\n", None, 1),
        ("person\tfriend\n0\t1\n1\t2\n", None, 0),
        (
            "from,to\nTehran,Qom\nQom,Kashan\n",
            names(&["Tehran", "Qom", "Kashan"]),
            0,
        ),
    ] {
        let board = read(text, false, None).unwrap();
        assert_eq!(board.shape, graph(3, &[(0, 1), (1, 2)]).shape, "{text}");
        assert_eq!(board.names, list, "{text}");
        assert_eq!(board.remarks[0], columns, "{text}");
        assert_eq!(board.remarks.len(), 1 + data, "{text}");
    }
    let kept = read("from,to\nTehran,Qom\n", false, Some(false)).unwrap();
    assert_eq!((kept.edge_count(), kept.remarks.len()), (2, 0));
    let other = read("alice bob\nbob carol\n", false, Some(true)).unwrap();
    assert_eq!(other.names, names(&["bob", "carol"]));
    let words = read("alice bob\nbob carol\n", false, None).unwrap();
    assert_eq!((words.edge_count(), words.remarks.len()), (2, 0));
    assert_eq!(read("alice bob\n", false, None).unwrap().edge_count(), 1);
    // Other formats say themselves how they begin.
    let boards = Boards::new(&b"Bw\n"[..], Format::Graph6, Limits::BOARD);
    let refused = boards.header(Some(true)).next().unwrap().unwrap_err();
    assert!(refused.message.contains("edge lists only"), "{refused}");
}

/// The number of vertices above the edges became a vertex without edges.
#[test]
fn a_number_above_edges_is_no_vertex_unasked() {
    let read = |text: &str, header: Option<bool>| {
        let boards = Boards::new(text.as_bytes(), Format::EdgeList, Limits::BOARD);
        boards.header(header).next().unwrap()
    };
    // As a number of vertices and as a vertex it says the same.
    let same = read("# a path\n4\n1 2\n2 3\n3 4\n", None).unwrap();
    assert_eq!(same.shape, graph(4, &[(0, 1), (1, 2), (2, 3)]).shape);
    let remark = "read 4 vertices, named 1 to 4; the first line was taken as their number";
    assert_eq!(same.remarks, [remark]);
    for (text, counted, alone) in [
        ("4\n0 1\n1 2\n2 3\n", 4, 5),
        ("9\n1 2\n", 9, 3),
        ("4\n1 2\n2 4\n", 4, 3),
        ("3\n0 1\n2\n", 3, 4),
    ] {
        let refused = read(text, None).unwrap_err().to_string();
        for part in [
            "line 1: ",
            "--header yes, if there are",
            "--header no, if it is a vertex",
        ] {
            assert!(refused.contains(part), "{refused}");
        }
        let size = |header| read(text, Some(header)).unwrap().vertex_count();
        assert_eq!((size(true), size(false)), (counted, alone), "{text}");
        // Nor does a file of any format choose one of the two readings.
        let guessed = Boards::open(text.as_bytes(), None, "x.txt", Limits::BOARD);
        let guessed = guessed.unwrap().next().unwrap().unwrap_err().to_string();
        assert!(guessed.contains("--header yes"), "{guessed}");
    }
    // It is no number of vertices, or there is nothing that it could be above.
    for (text, n) in [
        ("0\n1 2\n", 3),
        ("2\n1 5\n", 3),
        ("4\n3\n", 2),
        ("3\na b\n", 3),
    ] {
        assert_eq!(read(text, None).unwrap().vertex_count(), n, "{text}");
    }
    assert_eq!(
        read("3\n", None).unwrap().remarks,
        ["read 1 vertex, named 3"]
    );
    assert_eq!(read("3\na b\nb c\n", Some(true)).unwrap().vertex_count(), 3);
    assert!(read("3\na b\n", Some(true)).is_err());
    // What is written is read, whichever vertices have no edges.
    for edges in [&[(0, 1), (1, 2)][..], &[(1, 3)], &[]] {
        let board = graph(4, edges);
        let text = board_text(&board, Format::EdgeList).unwrap();
        assert_eq!(read(&text, None).unwrap(), board, "{text}");
    }
}

/// What is not understood of a drawing was refused, or left out without a word.
#[test]
fn drawings_in_every_form_are_kept() {
    let layout = |format, text: &str| read(format, text).layout;
    let expected = Some(vec![[72.0, 144.0], [216.0, 0.0]]);
    for text in [
        "graph { a [pos=\"1in,2in!\"]; b [pos=\"3in,0in!\"]; a -- b }",
        "graph { a -- b; b [pos=\"216pt,0\"]; a [label=x, pos=\"1in, 144px\"] }",
        "graph { node [pos=\"72,144\"]; a; subgraph { node [pos=\"216,0\"]; b }; a -- b }",
        "graph { node [pos=\"216,0\"] a [pos=\"72,144\"] a -- b }",
    ] {
        assert_eq!(layout(Format::Dot, text), expected, "{text}");
    }
    // Nobody says where c is: once the other nodes have places, that is told.
    for text in [
        "graph { node [pos=\"72,144\"]; a; b; node [pos=\"\"]; a -- b -- c; c [pos=\"\"] }",
        "graph { subgraph { node [pos=\"1,1\"]; a; b }; a -- b -- c }",
    ] {
        let board = read(Format::Dot, text);
        let told = board
            .remarks
            .iter()
            .any(|remark| remark.contains("coordinates are ignored"));
        assert_eq!(told, board.layout.is_none(), "{text}");
    }
    let file = |key: &str, nodes: [&str; 2]| {
        let [a, b] = nodes.map(|node| format!("<data key=\"d\">{node}</data>"));
        format!(
            "<graphml><key id=\"d\" for=\"node\" {key}/><graph edgedefault=\"undirected\">\
             <node id=\"a\">{a}</node><node id=\"b\">{b}</node></graph></graphml>"
        )
    };
    let networkx = file("attr.name=\"pos\"", ["(1.5, 2)", "[3, 0]"]);
    assert_eq!(
        layout(Format::GraphMl, &networkx),
        Some(vec![[1.5, 2.0], [3.0, 0.0]])
    );
    let shape = |x, y| {
        format!(
            "<y:ShapeNode><y:Geometry height=\"30.0\" width=\"20.0\" x=\"{x}\" y=\"{y}\"/></y:ShapeNode>"
        )
    };
    let yed = file(
        "yfiles.type=\"nodegraphics\"",
        [&shape(0, 0), &shape(50, 100)],
    );
    assert_eq!(
        layout(Format::GraphMl, &yed),
        Some(vec![[10.0, -15.0], [60.0, -115.0]])
    );
}

#[test]
fn letters() {
    let diamond = Board {
        names: names(&["a", "b", "c", "d"]),
        ..graph(4, &[(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    };
    assert_eq!(read(Format::Letters, "b c\na,c,d\na, b, d\nc b\n"), diamond);
    assert_eq!(
        read(Format::Letters, "a: b c\nb : a c d\nc:a b d\r\nd: b c"),
        diamond
    );
    assert_eq!(
        read(Format::Letters, "b\na\n\n"),
        Board {
            names: names(&["a", "b", "c"]),
            ..graph(3, &[(0, 1)])
        }
    );
    let wide = graph(52, &[(25, 26), (0, 51)]);
    let text = write(Format::Letters, &wide);
    assert!(text.starts_with("a: Z\nb:\n") && text.contains("\nz: A\nA: z\n"));
    assert_eq!(read(Format::Letters, &text).shape, wide.shape);
}

#[test]
fn json_boards() {
    let board = read(
        Format::Json,
        r#"[{"color":0,"adj":[1,2]},{"color":3,"adj":[0],"note":[[1]]},{"adj":[0]}]"#,
    );
    assert_eq!(
        board,
        Board {
            colors: Some(vec![0, 3, 0]),
            ..graph(3, &[(0, 1), (0, 2)])
        }
    );
    assert_eq!(read(Format::Json, "[]"), graph(0, &[]));
    let drawn = r#"[{"name":"hub","x":0,"y":1.5,"adj":[1]},{"x":1,"y":2,"adj":[0]}]"#;
    assert_eq!(
        read(Format::Json, drawn),
        Board {
            names: names(&["hub", "1"]),
            layout: Some(vec![[0.0, 1.5], [1.0, 2.0]]),
            drawn: true,
            ..graph(2, &[(0, 1)])
        }
    );
    assert_eq!(
        write(Format::Json, &graph(2, &[(0, 1)])),
        "[\n{\"color\":0,\"adj\":[1]},\n{\"color\":0,\"adj\":[0]}\n]\n"
    );
}

#[test]
fn dimacs() {
    let text = "c a comment\nc\np edge 4 9\n\ne 1 2\ne 2 1\ne 4 2\nn 1 3\n";
    let board = read(Format::Dimacs, text);
    assert_eq!(board.shape, graph(4, &[(0, 1), (1, 3)]).shape);
    assert_eq!(board.remarks.len(), 1);
    assert_eq!(read(Format::Dimacs, "p col 2 0\r\n"), graph(2, &[]));
    assert_eq!(
        write(Format::Dimacs, &graph(3, &[(0, 2)])),
        "p edge 3 1\ne 1 3\n"
    );
}

#[test]
fn dot() {
    let text = r#"
        // the usual
        strict graph "two words" {
            rankdir = LR; node [shape=circle, label="x -- y"] edge [color = red];
            a -- b -- c [weight=2];  /* chain */
            # another comment
            subgraph cluster_x { d; "e e" } -- {a b}
            f:port:ne -- g:sw
            <<b>html</b>> ; "q\"uote" + "d";
        }
    "#;
    let expected = Board {
        names: names(&[
            "a",
            "b",
            "c",
            "d",
            "e e",
            "f",
            "g",
            "<<b>html</b>>",
            "q\"uoted",
        ]),
        ..graph(9, &[(0, 1), (1, 2), (3, 0), (3, 1), (4, 0), (4, 1), (5, 6)])
    };
    assert_eq!(read(Format::Dot, text), expected);
    // Numbers stand for themselves in any order.
    let text = "DIGRAPH { 2 -> 0; 0 -> 1 -> 1; 2 [pos=\"2,20\"] 0 [pos=\"0,-1.5!\"] 1 [label=z,pos=\"1 1 9\"]}";
    assert_eq!(
        read(Format::Dot, text),
        Board {
            layout: Some(vec![[0.0, -1.5], [1.0, 1.0], [2.0, 20.0]]),
            drawn: true,
            ..digraph(3, &[(2, 0), (0, 1), (1, 1)])
        }
    );
    let partly = read(Format::Dot, "graph { 1 [pos=\"0,0\"]; 2 }");
    assert_eq!((partly.layout, partly.names), (None, names(&["1", "2"])));
    assert_eq!(read(Format::Dot, "graph{}"), graph(0, &[]));
    let nested = read(Format::Dot, "digraph { {a {b -> c}} -> d }");
    assert_eq!(
        nested.shape,
        digraph(4, &[(1, 2), (0, 3), (1, 3), (2, 3)]).shape
    );
    let several = read_all(Format::Dot, "graph {0--1} /* */ digraph x {0->1}\n").unwrap();
    assert_eq!(several, [graph(2, &[(0, 1)]), digraph(2, &[(0, 1)])]);
}

#[test]
fn graphml() {
    let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE graphml [<!ENTITY bomb "&bomb;&bomb;"> <!ENTITY outside SYSTEM "file:///etc/passwd">]>
<!-- drawn by hand -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="x" attr.type="double"/>
  <key id="d1" for="node" attr.name="y" attr.type="double"/>
  <key id="d2" for="edge" attr.name="x" attr.type="double"/>
  <graph id="G" edgedefault="undirected">
    <desc>&outside; &bomb;</desc>
    <node id="a&amp;b"><data key="d0"> 1.5 </data><data key="d1">2</data></node>
    <edge source="a&amp;b" target="c"><data key="d2">not a number</data></edge>
    <node id="c"><data key="d1"><![CDATA[-3]]></data><data key="d0">0</data><port name="p"/></node>
  </graph>
</graphml>"#;
    assert_eq!(
        read(Format::GraphMl, text),
        Board {
            names: names(&["a&b", "c"]),
            layout: Some(vec![[1.5, 2.0], [0.0, -3.0]]),
            drawn: true,
            ..graph(2, &[(0, 1)])
        }
    );
    let edges = |default: &str, attribute: &str| {
        format!(
            "<graphml><graph edgedefault='{default}'><node id='1'/><node id='0'/>\
             <edge source='1' target='0' {attribute}/></graph></graphml>"
        )
    };
    let arc = digraph(2, &[(1, 0)]);
    let edge = graph(2, &[(0, 1)]);
    assert_eq!(read(Format::GraphMl, edges("directed", "")), arc);
    assert_eq!(
        read(Format::GraphMl, edges("undirected", "directed='true'")),
        arc
    );
    assert_eq!(
        read(Format::GraphMl, edges("directed", "directed='false'")),
        edge
    );
}

fn oracle_tables() -> Vec<GameTable> {
    let path = format!(
        "{}/../../tests/data/game_of_cycles_tables.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let boards: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let boards = boards.as_array().unwrap();
    boards
        .iter()
        .map(|board| serde_json::from_value(board["table"].clone()).unwrap())
        .collect()
}

#[test]
fn game_tables() {
    let tables = oracle_tables();
    assert!(tables.len() > 10);
    for table in tables {
        let mut text = String::from("# a board\n\n");
        for row in &table {
            for entry in row {
                let words: Vec<String> = entry.iter().map(u32::to_string).collect();
                text += &format!(" {}", words.join(","));
            }
            text += "   # a row\n";
        }
        let board = read(Format::GameTable, &text);
        let plane = PlaneGraph::from_table(&table).unwrap();
        assert_eq!(board.shape, Board::plane(plane.clone()).shape);
        assert_eq!(board.plane, Some(plane));
        assert_eq!(board.name(0), "1", "rows are numbered from 1");
        let written = write(Format::GameTable, &board);
        assert_eq!(read(Format::GameTable, &written).plane, board.plane);
    }
}

/// Tables were read only as bare numbers with 0 for none.
#[test]
fn game_tables_as_on_paper() {
    // A triangle whose third vertex has a leaf.
    let plain = "2 3 \n3 1\n1,4 2\n3 0\n";
    let expected = read(Format::GameTable, plain);
    for text in [
        "f1 f2\n2 3\n3 1\n1,4 2\n3 -\n",
        "   f1   f2\n1  2    3\n2  3    1\n3  1,4  2\n4  3\n",
        "v\tf1\tf2\n1\t2\t3\n2\t3\t1\n3\t1,4\t2\n4\t3\t\n",
        "f1\tf2\n2\t3\n3\t1\n1,4\t2\n3\n",
        "# on paper\n|   | F1  | F2 |\n|---|-----|----|\n| 1 | 2 | 3 |\n| 2 | 3 | 1 |\n| 3 | 1,4 | 2 |\n| 4 | 3 | |\n",
        "f1 | f2\n2 | 3\n3 | 1\n1,4 | 2\n3 |\n",
        "     f1  f2\nv1:  2   3\nv2:  3   1\nv3: 1,4  2\nv4:  3\n",
        "2 3\n3 1\n1,4 2\n3 -\n",
    ] {
        let board = read(Format::GameTable, text);
        assert_eq!(board, expected, "{text}");
        let headed = text.to_lowercase().contains("f1");
        assert!(
            !headed || guessed(text) == Some(Format::GameTable),
            "{text}"
        );
    }
    // A first column that is empty.
    let swapped = read(
        Format::GameTable,
        "   f1   f2\n1  3    2\n2  1    3\n3  2    1,4\n4       3\n",
    );
    assert_eq!(swapped.shape, expected.shape);
    let marked = read(Format::GameTable, "f1 f2\n+2 3\n3 1\n1,4 2\n3 -\n");
    assert_eq!(marked.arrows, Some(vec![(0, 1)]));
    for (text, part) in [
        (
            "f1      f2\n     4\n",
            "line 2: found \"     4\", expected 2 cells",
        ),
        (
            "f1 f2\n1 2 3 4\n",
            "line 2: found \"1 2 3 4\", expected 2 cells",
        ),
        ("f1 f2\n2 3\n9 3 1\n", "line 3: found \"9 3 1\""),
    ] {
        let error = error(Format::GameTable, text);
        assert!(error.contains(part), "{error}");
    }
}

/// Nothing said which number in a position is which edge of the table.
#[test]
fn edges_of_tables_are_told() {
    let board = read(Format::GameTable, "+2 3\n3 1\n1,4 2\n3 0\n");
    let told = outplay_board::formats::edges_text(&board);
    let lines: Vec<&str> = told.lines().skip(1).map(str::trim_end).collect();
    // 2 -> 3 goes on, 3 -> 2 would make 2 a sink; 1 -> 3 would make 1 a source; 4 is a leaf.
    assert_eq!(
        lines,
        [
            "#   0  1 -> 2  marked 1",
            "#   1  1 -> 3",
            "#   2  2 -> 3",
            "#   3  3 -> 4  unmarkable",
        ]
    );
    let text = write(Format::GameTable, &board) + &told;
    assert_eq!(read(Format::GameTable, text), board);
}

// ---- What networkx, Python and plantri write ----

fn networkx(file: &str) -> String {
    let path = format!("{}/tests/data/networkx/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The Petersen graph as networkx numbers it: pentagon, spokes, pentagram.
fn petersen() -> Board {
    let edges: Vec<_> = (0..5)
        .flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)])
        .collect();
    graph(10, &edges)
}

#[test]
fn files_of_networkx() {
    for (file, format) in [
        ("petersen.edgelist", Format::EdgeList),
        ("petersen.adjlist", Format::Adjlist),
        ("petersen.multiline-adjlist", Format::MultilineAdjlist),
        ("petersen.gml", Format::Gml),
        ("petersen.node-link", Format::NodeLink),
        ("petersen.node-link", Format::Json),
        ("links.node-link", Format::NodeLink),
    ] {
        let text = networkx(file);
        assert_eq!(read(format, &text), petersen(), "{file}");
        let guess = guessed(&text);
        assert!(
            guess == Some(format) || format == Format::Json,
            "{file}: {guess:?}"
        );
    }
    // Every line of the multigraph counts, and says so.
    let parallel = read(Format::NodeLink, networkx("parallel.node-link"));
    assert_eq!(parallel.shape, graph(3, &[(0, 1), (1, 2)]).shape);
    assert_eq!(
        parallel.remarks,
        ["edges that are listed more than once count once (1 left out)"]
    );
    for (file, format) in [
        ("weighted.edgelist", Format::EdgeList),
        ("weights.edgelist", Format::EdgeList),
        ("weighted.multiline-adjlist", Format::MultilineAdjlist),
        ("weighted.gml", Format::Gml),
        ("weighted.node-link", Format::NodeLink),
    ] {
        let board = read(format, networkx(file));
        assert_eq!(
            board.shape,
            graph(4, &[(0, 1), (1, 2), (0, 3)]).shape,
            "{file}"
        );
        let [remark] = &board.remarks[..] else {
            panic!("{file}: {:?}", board.remarks);
        };
        assert!(
            remark.starts_with("weights") && remark.contains("(3 edges"),
            "{remark}"
        );
    }
    let named = Board {
        names: names(&["a b", "Grötzsch", "say \"hi\"", "alone"]),
        layout: Some((0..4).map(|v| [f64::from(v) / 2.0, -1.5]).collect()),
        drawn: true,
        ..graph(4, &[(0, 1), (1, 2)])
    };
    let arcs = Board {
        names: names(&["x", "y", "z"]),
        ..digraph(3, &[(0, 1), (1, 1), (2, 0)])
    };
    for (format, ending) in [(Format::Gml, "gml"), (Format::NodeLink, "node-link")] {
        assert_eq!(read(format, networkx(&format!("named.{ending}"))), named);
        assert_eq!(read(format, networkx(&format!("arcs.{ending}"))), arcs);
    }
    let cube = read(Format::NodeLink, networkx("cube.node-link"));
    assert_eq!((cube.vertex_count(), cube.edge_count()), (8, 12));
    assert_eq!(cube.vertex_named("(0, 1, 1)"), Some(3));
}

#[test]
fn adjacency_lists() {
    let path = graph(3, &[(0, 1), (1, 2)]);
    for text in ["0 1\n1 2\n", "0 1\n1 0 2 # both\n2 1\n", "2\n1 0 2\n\n"] {
        assert_eq!(read(Format::Adjlist, text), path, "{text}");
    }
    let twice = read(Format::Adjlist, "0 1 1\n");
    assert_eq!(twice.edge_count(), 1);
    assert_eq!(twice.remarks.len(), 1);
    let arcs: Vec<Board> = Boards::new(&b"0 1 1\n1 0 1\n"[..], Format::Adjlist, SMALL)
        .directed(true)
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(arcs[0].shape, digraph(2, &[(0, 1), (1, 0), (1, 1)]).shape);
    assert!(error(Format::Adjlist, "0 1\n1 1\n").starts_with("line 2: found a self-loop"));
    assert!(error(Format::Adjlist, "0 1 {}\n").starts_with("line 1: found \"{}\""));
    assert_eq!(
        read(Format::MultilineAdjlist, "0 1\n1\n1 1\n2\n2 0\n"),
        path
    );
    assert!(error(Format::MultilineAdjlist, "0 2\n1\n").contains("expected 1 more neighbours"),);
    assert!(error(Format::MultilineAdjlist, "0\n").starts_with("line 1: found \"0\""));
    assert!(error(Format::MultilineAdjlist, "0 1\n1 2\n").contains("neighbour of vertex 0"));
    // Three numbers are no edge, unless the file shows that the third is a weight.
    assert!(error(Format::EdgeList, "0 1 2\n1 2\n").contains("adjlist"));
    assert_eq!(read(Format::EdgeList, "0 1 2\n1 2 .5\n").shape, path.shape);
    assert_eq!(
        read(Format::EdgeList, "0,1,-2\n1,2,1e3 # far\n").shape,
        path.shape
    );
}

#[test]
fn literals_of_python() {
    let text = "[{'color': None, 'adj': [1]},\n {'color': 2, 'adj': (0,), 'name': \"b's\"},]";
    let board = read(Format::Json, text);
    assert_eq!(board.shape, graph(2, &[(0, 1)]).shape);
    assert_eq!(board.colors, Some(vec![0, 2]));
    assert_eq!(board.names, names(&["0", "b's"]));
    let path = Board {
        names: names(&["a", "b", "c", "d"]),
        ..graph(4, &[(0, 1), (1, 2)])
    };
    for text in [
        "[{'b'}, {'a', 'c'}, {'b'}, set()]",
        "[{\"b\"}, {\"a\",\"c\"}, {\"b\"}, []]",
        "[[\"b\"], [\"a\", \"c\"], [\"b\"], []]",
    ] {
        assert_eq!(read(Format::Json, text), path, "{text}");
    }
    assert_eq!(read(Format::Json, "[[1], [0]]"), graph(2, &[(0, 1)]));
    let link = "{'nodes': [{'id': 0}, {'id': 1}], 'links': [{'source': 0, 'target': 1}], 'directed': False}";
    assert_eq!(read(Format::NodeLink, link), graph(2, &[(0, 1)]));
    let letter = error(Format::Json, "[{'b'},\n {'a', '?'}]");
    assert_eq!(
        letter,
        "line 2: found \"?\" in the list of b, expected a letter from a to b, as there are 2 lists"
    );
    assert!(error(Format::Json, "[{'b'}, {'c'}]").contains("found \"c\" in the list of b"));
    assert!(error(Format::NodeLink, "{}").contains("without \"nodes\""));
    assert!(
        error(
            Format::NodeLink,
            "{\"nodes\":[{\"id\":0}],\"edges\":[{\"source\":0,\"target\":7}]}"
        )
        .contains("an edge to \"7\"")
    );
}

#[test]
fn gml() {
    let text = "# by hand\nVersion 1\ngraph [ comment \"] edge [\" directed 0\n\
        node [ id 7 label \"&lt;x&#x3e;\" graphics [ x 1 y -2.5 fill \"#fff\" ] ]\n\
        edge [ source 7 target 9 data [ deep [ deeper 1 ] ] ]\n\
        node [ id 9 label \"R&D\" graphics [ y 0 x 3e1 ] ] ]";
    assert_eq!(
        read(Format::Gml, text),
        Board {
            names: names(&["<x>", "R&D"]),
            layout: Some(vec![[1.0, -2.5], [30.0, 0.0]]),
            drawn: true,
            ..graph(2, &[(0, 1)])
        }
    );
    let alike = read(
        Format::Gml,
        "graph [ node [ id 1 label \"a\" ] node [ id 2 label \"a\" ] ]",
    );
    assert_eq!(alike.names, names(&["1", "2"]));
    assert_eq!(alike.remarks.len(), 1);
    for (text, expected) in [
        ("graph [\nnode [ ]", "line 2: found a node without id"),
        (
            "graph [\nnode [ id 0 ]\nnode [ id 0 ]]",
            "line 3: found a second node",
        ),
        (
            "graph [\nedge [ source 0 target 1 ]\n]",
            "line 2: found an edge to \"0\"",
        ),
        (
            "graph [ node [ id 0 ] edge [ source 0 target 0 ] ]",
            "found a self-loop",
        ),
        ("graph [\n node [ id \"0 ] ]", "line 2: found"),
        (
            "graph [",
            "line 1: found the end of the file, expected a key",
        ),
        ("Version 1", "found no graph"),
        ("graph [ ] graph [ ]", "line 1: found a second graph"),
    ] {
        let error = error(Format::Gml, text);
        assert!(error.starts_with(expected), "{error}");
    }
}

/// K4 with vertex 1 in the middle, 2 above, 3 below on the right, 4 on the left.
fn k4_planar_code() -> Vec<u8> {
    let mut bytes = b">>planar_code<<".to_vec();
    bytes.extend([4, 2, 3, 4, 0, 3, 1, 4, 0, 4, 1, 2, 0, 2, 1, 3, 0]);
    bytes
}

#[test]
fn planar_code() {
    let board = read(Format::PlanarCode, k4_planar_code());
    assert_eq!(board.names, names(&["1", "2", "3", "4"]));
    let plane = board.plane.unwrap();
    assert_eq!(plane.faces().len(), 4);
    let drawing = vec![[0.0, 0.0], [0.0, 2.0], [2.0, -1.0], [-2.0, -1.0]];
    let drawn = PlaneGraph::from_layout(plane.graph().clone(), &drawing).unwrap();
    for v in 0..4 {
        let (row, other) = (plane.rotation(v), drawn.rotation(v));
        let start = row.iter().position(|&w| w == other[0]).unwrap();
        let turned: Vec<u32> = (0..3).map(|i| row[(start + i) % 3]).collect();
        assert_eq!(turned, other, "around {v}");
    }
    // A stream of graphs, one of them with numbers of two bytes.
    let mut many = b">>planar_code le<<".to_vec();
    many.extend([2, 2, 0, 1, 0, 0, 2, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
    let sizes: Vec<_> = read_all(Format::PlanarCode, &many)
        .unwrap()
        .iter()
        .map(|board| (board.vertex_count(), board.edge_count()))
        .collect();
    assert_eq!(sizes, [(2, 1), (2, 1), (1, 0)]);
    for (bytes, expected) in [
        (&[3, 2, 0][..], "graph 1: found the end of the file"),
        (&[2, 3, 0, 1, 0], "graph 1: found 3 around vertex 1"),
        (
            &[2, 2, 2, 0, 1, 1, 0],
            "graph 1: found vertex 2 twice around vertex 1",
        ),
        (&[2, 2, 0, 0], "graph 1: vertex 2 is around vertex 1, but"),
        (&[2, 0, 0], "graph 1: found a graph in 2 pieces"),
        (&[1, 0, 0, 9], "graph 2: found numbers of two bytes"),
        (b">>planar code<<", "found \">>planar code<<\""),
    ] {
        let error = error(Format::PlanarCode, bytes);
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn what_a_format_loses_is_said() {
    let full = Board {
        names: names(&["p", "q"]),
        layout: Some(vec![[0.0, 0.0], [1.0, 0.0]]),
        drawn: true,
        colors: Some(vec![1, 0]),
        ..Board::plane(
            PlaneGraph::new(
                Graph::new(2, [(0, 1)]).unwrap(),
                vec![vec![1], vec![0]],
                None,
            )
            .unwrap(),
        )
    };
    let lost = |format| loses(&full, format).join(" ");
    assert_eq!(lost(Format::Json), "");
    assert_eq!(lost(Format::Dot), "colours");
    assert_eq!(lost(Format::EdgeList), "colours coordinates embedding");
    assert_eq!(lost(Format::GameTable), "colours names coordinates");
    assert_eq!(lost(Format::Graph6), "colours names coordinates embedding");
    // What a format says by itself is not lost.
    let rows = Board {
        names: names(&["1", "2"]),
        layout: None,
        drawn: false,
        colors: None,
        ..full.clone()
    };
    assert!(loses(&rows, Format::GameTable).is_empty());
    assert_eq!(loses(&rows, Format::Letters), ["names", "embedding"]);
    assert!(loses(&graph(3, &[(0, 1)]), Format::Graph6).is_empty());
}

// ---- Round trips ----

fn arb_graph(most: usize) -> impl Strategy<Value = Board> {
    (0..=most)
        .prop_flat_map(|n| {
            let end = 0..n.max(1) as u32;
            (
                Just(n),
                prop::collection::vec((end.clone(), end), 0..3 * n + 1),
            )
        })
        .prop_map(|(n, edges)| {
            graph(
                n,
                &edges
                    .into_iter()
                    .filter(|(a, b)| a != b)
                    .collect::<Vec<_>>(),
            )
        })
}

fn arb_digraph(most: usize) -> impl Strategy<Value = Board> {
    (0..=most)
        .prop_flat_map(|n| {
            let end = 0..n.max(1) as u32;
            let most = if n == 0 { 0 } else { 3 * n };
            (Just(n), prop::collection::vec((end.clone(), end), 0..=most))
        })
        .prop_map(|(n, arcs)| digraph(n, &arcs))
}

fn any_board() -> impl Strategy<Value = Board> {
    prop_oneof![
        arb_graph(12),
        arb_digraph(12),
        arb_graph(70),
        arb_digraph(70)
    ]
}

/// Adds names and a layout to some boards.
fn dressed(board: impl Strategy<Value = Board>) -> impl Strategy<Value = Board> {
    let name = prop_oneof![
        "[a-z]{1,3}",
        "[0-9]{1,2}",
        r#"[ "\\,#%><&'={};:\n\r\t.\-+a]{0,4}"#,
        r"[^\x00-\x1f\u{fffe}\u{ffff}]{0,3}",
    ];
    let point = [
        prop::num::f64::NORMAL | prop::num::f64::ZERO,
        prop::num::f64::NORMAL,
    ];
    (
        board,
        prop::option::of(prop::collection::vec(name, 80)),
        prop::option::of(prop::collection::vec(point, 80)),
    )
        .prop_map(|(board, names, layout)| {
            let n = board.vertex_count();
            let names = names.map(|mut names| {
                let mut seen = BTreeSet::new();
                for (i, name) in names.iter_mut().enumerate() {
                    if !seen.insert(name.clone()) {
                        *name += &format!("~{i}");
                    }
                }
                names.truncate(n);
                names
            });
            // Names that are just the numbers would be read as numbers.
            let names = names.filter(|names| {
                !names
                    .iter()
                    .all(|name| name.parse().is_ok_and(|v: usize| v < n))
            });
            let layout = layout
                .map(|points| points[..n].to_vec())
                .filter(|points| !points.is_empty());
            Board {
                names,
                drawn: layout.is_some(),
                layout,
                ..board
            }
        })
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn bare(board: &Board) -> Board {
    Board {
        names: None,
        layout: None,
        drawn: false,
        ..board.clone()
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn graph6_round_trips(board in arb_graph(70)) {
        for format in [Format::Graph6, Format::Sparse6, Format::Dimacs] {
            prop_assert_eq!(&read(format, write(format, &board)), &board);
        }
    }

    #[test]
    fn digraph6_round_trips(board in arb_digraph(70)) {
        prop_assert_eq!(&read(Format::Digraph6, write(Format::Digraph6, &board)), &board);
    }

    #[test]
    fn dot_and_graphml_round_trip(board in dressed(any_board())) {
        for format in [Format::Dot, Format::GraphMl, Format::Gml] {
            prop_assert_eq!(&read(format, write(format, &board)), &board);
        }
    }

    #[test]
    fn edge_lists_round_trip(board in dressed(any_board())) {
        if board.vertex_count() == 0 {
            refusal(Format::EdgeList, &board);
            return Ok(());
        }
        let board = Board { layout: None, drawn: false, ..board };
        let text = write(Format::EdgeList, &board);
        let directed = matches!(board.shape, Shape::Directed(_));
        prop_assert_eq!(&read(Format::EdgeList, &text), &board);
        // However the text falls into pieces.
        let pieces = Pieces(5, text.as_bytes());
        let boards = Boards::new(pieces, Format::EdgeList, Limits::BOARD).directed(directed);
        prop_assert_eq!(boards.collect::<Result<Vec<_>, _>>().unwrap(), [board]);
    }

    /// A digraph without arcs came back from an edge list as a graph.
    #[test]
    fn no_format_forgets_that_a_board_is_directed(board in dressed(any_board()), arcs in any::<bool>()) {
        let n = board.vertex_count();
        let alone = match board.shape {
            Shape::Directed(_) => digraph(n, &[]).shape,
            Shape::Undirected(_) => graph(n, &[]).shape,
        };
        let shape = if arcs { board.shape.clone() } else { alone };
        let board = Board { shape, ..board };
        let directed = matches!(board.shape, Shape::Directed(_));
        // digraph6 takes graphs as well, with two arcs for an edge.
        let formats = Format::ALL.into_iter().filter(|&format| directed || format != Format::Digraph6);
        for format in formats {
            if let Ok(text) = board_text(&board, format) {
                prop_assert_eq!(&read(format, &text).shape, &board.shape, "{:?} {}", format, text);
            }
        }
    }

    #[test]
    fn json_round_trips(board in dressed(arb_graph(20)), colors in prop::collection::vec(0u32..4, 20)) {
        let colors = Some(colors[..board.vertex_count()].to_vec());
        let colors = colors.filter(|colors| colors.iter().any(|&color| color != 0));
        let board = Board { colors, ..board };
        prop_assert_eq!(&read(Format::Json, write(Format::Json, &board)), &board);
    }

    #[test]
    fn letters_round_trip(board in arb_graph(52)) {
        if board.vertex_count() == 0 {
            refusal(Format::Letters, &board);
        } else {
            let back = read(Format::Letters, write(Format::Letters, &board));
            prop_assert_eq!(bare(&back), board);
        }
    }

    #[test]
    fn files_are_sniffed(board in dressed(any_board())) {
        for format in Format::ALL {
            if let Ok(text) = board_text(&board, format) {
                prop_assert_eq!(guessed(text), Some(format));
            }
        }
    }

    #[test]
    fn two_numbers_or_words_read_alike(a in 0u32..90, b in 0u32..90, gap in "[ \t]{0,2}", joint in "|,|-|->|--") {
        // With a comment a line takes the general way.
        let line = format!("{a}{gap}{joint}{gap}{b}");
        let plain = read_all(Format::EdgeList, &line);
        let general = read_all(Format::EdgeList, format!("{line} # comment"));
        prop_assert_eq!(plain.map_err(|_| ()), general.map_err(|_| ()));
    }
}

// ---- Junk ----

/// Valid files to spoil.
fn samples() -> Vec<Vec<u8>> {
    let drawn = Board {
        names: names(&["a", "b c", "d\"", "0"]),
        layout: Some(vec![[0.0, 0.5], [1.0, 2.0], [-3.0, 1e9], [7.0, 7.0]]),
        colors: Some(vec![0, 1, 2, 0]),
        ..graph(4, &[(0, 1), (1, 2), (0, 3)])
    };
    let arcs = digraph(5, &[(0, 1), (1, 1), (4, 3)]);
    let wide = oracle_tables().into_iter().find(|table| table[0].len() > 2);
    let plane = Board::plane(PlaneGraph::from_table(&wide.unwrap()).unwrap());
    let mut samples: Vec<Vec<u8>> = vec![
        k4_planar_code(),
        networkx("named.gml").into(),
        networkx("cube.node-link").into(),
        networkx("petersen.adjlist").into(),
        networkx("weighted.multiline-adjlist").into(),
        "[{'color': None, 'adj': [1]}, {'adj': (0,)}]".into(),
        "[{'b'}, {'a', \"c\"}, {'b'}, set()]".into(),
    ];
    for board in [drawn, arcs, plane] {
        for format in Format::ALL {
            if let Ok(text) = board_text(&board, format) {
                samples.push(text.into_bytes());
            }
        }
    }
    samples
}

/// Reads with every reader; whatever comes out is within the limits.
fn throw(bytes: &[u8]) {
    let _ = guessed(bytes);
    for format in Format::ALL {
        for directed in [false, true] {
            let pieces = Pieces(7, bytes);
            for board in Boards::new(pieces, format, SMALL).directed(directed) {
                match board {
                    Ok(board) => {
                        assert!(board.vertex_count() as u64 <= SMALL.vertices);
                        assert!(board.edge_count() as u64 <= SMALL.edges);
                        if let Some(names) = &board.names {
                            let different: BTreeSet<_> = names.iter().collect();
                            assert_eq!(different.len(), board.vertex_count());
                        }
                        if let Some(layout) = &board.layout {
                            assert_eq!(layout.len(), board.vertex_count());
                        }
                    }
                    Err(error) => assert!(!error.message.is_empty()),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        throw(&bytes);
    }

    #[test]
    fn random_words_never_panic(words in prop::collection::vec(
        prop_oneof![
            Just("graph"), Just("digraph {"), Just("{"), Just("}"), Just("["), Just("]"), Just("--"),
            Just("->"), Just("\""), Just("<"), Just(">"), Just("/*"), Just("\\"), Just("pos=\"1,\""),
            Just("subgraph"), Just("\n"), Just("0"), Just("1"), Just("99999999999999999999"), Just("-1"),
            Just("a"), Just("b:"), Just(","), Just("e 1 2"), Just("p edge 3 3"), Just(":"), Just("&"),
            Just("~~"), Just("Bw"), Just("{\"color\":0,\"adj\":["), Just("<graphml>"), Just("<graph>"),
            Just("<node id='1'/>"), Just("<edge source='1' target='2'/>"), Just("</graph>"), Just("é"),
            Just("graph ["), Just("node [ id 1 ]"), Just("edge [ source 1 target 2 ]"), Just("pos 1"),
            Just("{'"), Just("'"), Just("set()"), Just("None"), Just("{\"nodes\":["), Just("{\"id\":1}"),
            Just("],\"edges\":["), Just("{}"), Just("2.5"), Just("# GMT "), Just(">>planar_code<<"), Just("\u{0}"),
            Just("\u{1}"), Just("\u{2}"), Just(">>planar_code le<<"),
            Just("A = ["), Just("A = {"), Just("['b'], "), Just("np.array("), Just("*vertices 3"), Just("*edges"),
            Just("Graph 1, order 3."), Just("0 : 1;"), Just("f1 f2"), Just("| 1 |"), Just("\"\"\""), Just("{0: "),
            Just("[[0 1]"), Just("1: 2"), Just("<gexf>"), Just("<nodes>"), Just("\"adjacency\":[["), Just("\t"),
            Just("\u{feff}"), Just("\r"), Just("#"), Just("%"), Just(";"), Just("="), Just("&amp;"),
        ],
        0..40,
    ), gap in "|| |\n") {
        throw(words.join(&gap).as_bytes());
    }

    #[test]
    fn spoiled_files_never_panic(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..5),
    ) {
        let samples = samples();
        let mut bytes = which.get(&samples).clone();
        for (place, byte, kind) in changes {
            let at = place.index(bytes.len() + 1);
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 if at < bytes.len() => {
                    bytes.remove(at);
                }
                _ => bytes.truncate(at),
            }
            if bytes.is_empty() {
                break;
            }
        }
        throw(&bytes);
    }
}

#[test]
fn large_junk_is_refused_in_time() {
    let many = |piece: &str| piece.repeat((1 << 20) / piece.len());
    let attributes: String = (0..60_000).map(|i| format!(" a{i}='1'")).collect();
    let comb = format!("graph {{ {} }}", many("{a b c} -- "));
    let files = [
        many("{"),
        format!("graph {{ {}", many("{")),
        format!("graph {{ {}", many("subgraph {")),
        format!("graph {{ {}", many("<")),
        format!("graph {{ {}", many("\"")),
        format!("graph {{ {}", many("\" + \"")),
        format!("graph {{ {}", many("/*")),
        format!("graph {{ {}", many("a [b=c] /* */ ")),
        format!("graph {{ {}", many("a=b ")),
        comb,
        many("["),
        many("[["),
        format!("[{{\"note\":{}", many("[")),
        many("<a>"),
        format!("<graphml><graph><node id='1' {attributes}/></graph></graphml>"),
        format!("<graphml>{}", many("<graph>")),
        format!("<graphml>{}", many("<x>")),
        format!("<!DOCTYPE x [{}", many("<!ENTITY a '&a;'>")),
        many("0"),
        many("0\n"),
        many("a\n"),
        many("0 0 "),
        many("1,"),
        many("~"),
        many(":"),
        format!(":{}", many("~")),
        format!("~?@c{}", many("~")),
        many(&format!("{}\n", "1 ".repeat(1000))),
        many("e 1 2\n"),
        many("a = [\n"),
        many("a = []\n"),
        many("a = [[1], [0]]\n"),
        many("a = ['\n"),
        many("a=set(\n"),
        many("{0: "),
        many("[(0, 1), "),
        many("[[0 1] "),
        many("1: 2\n"),
        many("01\n"),
        format!("f1 f2\n{}", many("1 2\n")),
        format!("{}\n{}", many("f1 "), many("1 ")),
        format!("*vertices 9\n{}", many("*edges\n1 2\n")),
        many("Graph 1, order 2.\n"),
        many("\"\"\"\n"),
        many("\n"),
        many("-"),
        many("\\"),
    ];
    for file in &files {
        throw(file.as_bytes());
    }
}

// ---- Messages ----

#[test]
fn empty_files_say_so() {
    for format in Format::ALL {
        let message = error(format, "");
        assert!(
            message.starts_with("found an empty file, expected "),
            "{format}: {message}"
        );
    }
    for format in [
        Format::Dot,
        Format::Graph6,
        Format::EdgeList,
        Format::Json,
        Format::GraphMl,
    ] {
        assert!(
            error(format, "\n  \n").contains("an empty file"),
            "{format}"
        );
    }
}

#[test]
fn a_folder_is_called_one() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut boards = Boards::new(folder, Format::EdgeList, SMALL);
    let error = boards.next().unwrap().unwrap_err();
    assert_eq!(error.message, "found a folder, expected a file");
}

#[test]
fn a_format_that_is_nearly_known_is_suggested() {
    let error = outplay_board::formats::unknown_format("grahp6");
    assert!(error.message.ends_with("(did you mean graph6?)"), "{error}");
    let error = outplay_board::formats::unknown_format("pdf");
    assert!(!error.message.contains("did you mean"), "{error}");
}

#[test]
fn bad_input_is_named_with_its_line() {
    use Format::*;
    let long = |start: &str| format!("{start}{}", "x".repeat(500));
    let deep = format!("graph {{ {}", "{".repeat(101));
    let cases: &[(Format, &str, &str)] = &[
        // Wrong format or junk.
        (Graph6, "0 1\n1 2\n", "line 1: found \"0\" in \"0 1\""),
        (Graph6, "graph { a -- b }", "line 1: found \" \""),
        (Graph6, "Bw\nB\u{7f}", "line 2: found \"\\u{7f}\""),
        (Dot, "Bw\n", "line 1: found \"Bw\", expected \"graph\""),
        (Dot, "\n\n[1]", "line 3: found \"[\", expected \"graph\""),
        (Dot, "\x00\x01", "line 1: found \"\\0\", expected"),
        (Json, "graph {}", "line 1: "),
        (Json, "{}", "found an object without \"nodes\""),
        (Json, "7", "expected a list of"),
        (
            Json,
            "[1]",
            "line 1: at vertex 0: invalid type: integer `1`, expected a vertex",
        ),
        (GraphMl, "Bw\n", "found no graph, expected GraphML"),
        (GraphMl, "<svg/>", "line 1: found <svg>, expected <graphml>"),
        (
            GraphMl,
            "<graphml>\n</graph>",
            "line 2: not well-formed XML",
        ),
        (
            EdgeList,
            "graph { a -- b }",
            "line 1: found \"graph { a -- b }\"",
        ),
        (EdgeList, "[{\"color\":0}]", "line 1: found"),
        (EdgeList, "Bw\nDQc\n", "line 1: found words but no edge"),
        (
            EdgeList,
            "\x00\x01\x02",
            "line 1: found \"\\0\\u{1}\\u{2}\"",
        ),
        (
            Letters,
            "0 1\n",
            "line 1: found \"0\", expected single letters",
        ),
        (
            GameTable,
            "2 x\n",
            "line 1: found \"x\", expected 0, a vertex",
        ),
        (
            Dimacs,
            "0 1\n",
            "line 1: found \"0 1\", expected a line that begins with",
        ),
        (
            Dimacs,
            "c nothing\n",
            "found no line that begins with \"p\"",
        ),
        // Self-loops.
        (
            EdgeList,
            "0 1\n1 1\n",
            "line 2: found a self-loop at vertex 1",
        ),
        (
            EdgeList,
            "a b\nb b\n",
            "line 2: found a self-loop at vertex b",
        ),
        (Sparse6, ":AN", "line 1: found a self-loop"),
        (
            Dot,
            "graph {\n a -- a\n}",
            "line 3: found a self-loop at vertex a",
        ),
        (
            Json,
            "[{\"adj\":[0]}]",
            "line 1: found a self-loop at vertex 0",
        ),
        (Letters, "b\na b\n", "line 2: found b in its own list"),
        (
            Dimacs,
            "p edge 2 1\ne 2 2\n",
            "line 2: found a self-loop at vertex 2",
        ),
        (
            GraphMl,
            "<graphml><graph>\n<node id='q'/>\n<edge source='q' target='q'/></graph></graphml>",
            "line 3: found a self-loop at vertex q",
        ),
        (GameTable, "1\n", "line 1: row 1, column 1: found 1"),
        // Vertices that are not there.
        (
            Json,
            "[{\"adj\":[7]}]",
            "at vertex 0: found vertex 7, expected a vertex from 0 to 0",
        ),
        (
            Letters,
            "b\na d\n",
            "line 2: found d in the list of b, expected letters up to b",
        ),
        (
            Dimacs,
            "p edge 2 1\ne 0 1\n",
            "line 2: found vertex \"0\", expected a vertex from 1 to 2",
        ),
        (Dimacs, "p edge 2 1\ne 1 3\n", "line 2: found vertex \"3\""),
        (
            GraphMl,
            "<graphml><graph><node id='q'/>\n<edge source='q' target='r'/></graph></graphml>",
            "line 2: found an edge to \"r\"",
        ),
        (
            GameTable,
            "# a path\n\n2\n1,3\n\n9\n",
            "line 6: row 3, column 1: found 9",
        ),
        // Too large.
        (Graph6, "~~???~~~", "vertices, expected at most 100"),
        (Sparse6, ":~~?zh~~?", "vertices, expected at most 100"),
        (Digraph6, "&~~~~~~~~", "vertices, expected at most 100"),
        (
            Dimacs,
            "p edge 1000000000 3\n",
            "line 1: the graph has 1000000000 vertices, expected at most 100",
        ),
        // Cut short or too long.
        (
            Graph6,
            "D",
            "line 1: found 0 characters after the size, expected 2",
        ),
        (
            Graph6,
            "Bw\nBww",
            "line 2: found 2 characters after the size, expected 1",
        ),
        (Graph6, "~?", "line 1: found the end of the line"),
        (Digraph6, "&", "line 1: found the end of the line"),
        (
            Dot,
            "graph {\n a -- ",
            "line 2: found the end of the file, expected a vertex",
        ),
        (Dot, "graph {\n\n a", "line 3: found the end of the file"),
        (Dot, "graph {\n \"a", "line 2: found a string without end"),
        (Dot, "graph {\n <a", "line 2: found \"<\" without its \">\""),
        (Dot, "graph { /* a", "line 1: found a comment without end"),
        (Json, "[{\"adj\":[1", "line 1: at vertex 0: EOF"),
        (Json, "[]\n[]", "line 2: found text after the list"),
        (
            GraphMl,
            "<graphml>\n<graph>",
            "line 2: found the end of the file inside",
        ),
        (GraphMl, "<graphml", "not well-formed XML"),
        (EdgeList, "0 1\n2,\n", "line 2: found \"2,\""),
        (
            EdgeList,
            "0 1 2\n",
            "line 1: found \"0 1 2\", expected an edge with two vertices",
        ),
        (EdgeList, "0 -1\n", "line 1: found \"0 -1\""),
        (EdgeList, "a-b-c\n", "line 1: found \"a-b-c\""),
        (EdgeList, "\"a\n", "line 1: found"),
        (EdgeList, "a b\n\\xff \"\n", "line 2: found"),
        (Dimacs, "p edge 2\n", "line 1: found \"p edge 2\", expected"),
        (
            Dimacs,
            "p edge 2 1\ne 1\n",
            "line 2: found \"e 1\", expected an edge",
        ),
        (
            Dimacs,
            "p edge 2 1\ne 1 2 3\n",
            "line 2: found \"3\" after \"e\"",
        ),
        (Dimacs, "e 1 2\n", "line 1: found an edge before the sizes"),
        (
            Dimacs,
            "p edge 2 1\np edge 2 1\n",
            "line 2: found a second line \"p\"",
        ),
        // Twice, or from one side only.
        (
            Json,
            "[{\"adj\":[1,1]},{\"adj\":[0]}]",
            "at vertex 0: found 1 twice",
        ),
        (
            Json,
            "[{\"adj\":[1]},{\"adj\":[]}]",
            "line 1: vertex 0 lists 1, but vertex 1 does not list 0",
        ),
        (
            Json,
            "[{\"name\":\"a\",\"adj\":[]},{\"name\":\"a\",\"adj\":[]}]",
            "two vertices with the name \"a\"",
        ),
        (
            Letters,
            "b b\na\n",
            "line 1: found b twice in the list of a",
        ),
        (
            Letters,
            "b\na c\n\n",
            "line 2: b lists c, but c (line 3) does not list b",
        ),
        (
            Letters,
            "a: b\nc: a\n",
            "line 2: found the list of \"c\", expected that of b",
        ),
        (
            Letters,
            "bc\na\na\n",
            "line 1: found \"bc\", expected single letters",
        ),
        (
            GraphMl,
            "<graphml><graph><node id='q'/>\n<node id='q'/></graph></graphml>",
            "line 2: found a second node \"q\"",
        ),
        (
            GameTable,
            "2 2\n1 0\n",
            "line 1: row 1, column 2: vertex 2 follows vertex 1",
        ),
        // Colours.
        (
            Json,
            "[{\"color\":0,\"adj\":[]},\n{\"color\":-1,\"adj\":[]}]",
            "line 2: at vertex 1: invalid value: integer `-1`",
        ),
        (
            Json,
            "[{\"color\":\"red\",\"adj\":[]}]",
            "at vertex 0: invalid type: string \"red\"",
        ),
        (Json, "[{\"color\":1}]", "at vertex 0: missing field `adj`"),
        // Kinds that do not go together.
        (
            EdgeList,
            "0 -> 1\n1 2\n",
            "line 2: found an edge without an arrow",
        ),
        (
            EdgeList,
            "0 1\na -> b\n",
            "line 2: found an arc with an arrow",
        ),
        (
            Dot,
            "graph {\n a -> b }",
            "line 2: found \"->\", expected \"--\" in an undirected graph",
        ),
        (
            Dot,
            "digraph { a -- b }",
            "line 1: found \"--\", expected \"->\" in a digraph",
        ),
        (
            Dot,
            "graph { a -- edge }",
            "line 1: found the keyword \"edge\"",
        ),
        (Dot, "graph { 1a }", "line 1: found \"1a\""),
        (
            Dot,
            "graph { a\n [pos=\"1;2\"] }",
            "line 2: found pos=\"1;2\", expected two numbers",
        ),
        (
            Dot,
            "graph { a [pos=\"nan,0\"] }",
            "line 1: found pos=\"nan,0\"",
        ),
        (Dot, &deep, "line 1: found more than 100 subgraphs"),
        (
            GraphMl,
            "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/>\
            <edge source='a' target='b'/>\n<edge source='b' target='a' directed='false'/></graph></graphml>",
            "line 2: found both directed and undirected edges",
        ),
        (
            GraphMl,
            "<graphml><graph><node id='a'><graph/></node></graph></graphml>",
            "line 1: found a graph inside a graph",
        ),
        (
            GraphMl,
            "<graphml><graph/>\n<graph/></graphml>",
            "line 2: found a second graph",
        ),
        (
            GraphMl,
            "<graphml><graph><hyperedge/></graph></graphml>",
            "found a hyperedge",
        ),
        (
            GraphMl,
            "<graphml><graph><node/></graph></graphml>",
            "found a node without id",
        ),
        (
            GraphMl,
            "<graphml><graph><node id='&bomb;'/></graph></graphml>",
            "not well-formed XML",
        ),
        (
            GraphMl,
            "<graphml><key id='x' for='node' attr.name='x'/><graph><node id='a'>\n<data key='x'>one</data></node></graph></graphml>",
            "line 2: found \"one\" as coordinate",
        ),
        (GameTable, "3 2\n1 3\n", "line 1: row 1, column 1: found 3"),
        (
            GameTable,
            "# c\n2 0\n1\n",
            "line 3: found 1 columns in row 2",
        ),
        (GameTable, "2\n1\n0\n", "found a graph in 2 pieces"),
        (GameTable, "2,,3\n", "line 1: found \"2,,3\""),
        (
            GameTable,
            "2,3,4,5,6,7,8,9\n",
            "found 8 entries other than 0 in 1 rows",
        ),
    ];
    let mut wrong = Vec::new();
    for (format, text, expected) in cases {
        let read: Result<Vec<_>, _> = Boards::new(text.as_bytes(), *format, SMALL).collect();
        match read {
            Err(error) if error.to_string().contains(expected) => {}
            other => wrong.push(format!("{format} {text:?}: {other:?}, expected {expected}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for format in Format::ALL {
        let message = error(format, long("\u{1}"));
        assert!(message.len() < 300, "{format}: {message}");
    }
    assert!(error(Letters, "\n".repeat(53)).contains("line 53: found more than 52 lines"));
    for format in [Dot, GraphMl, EdgeList] {
        assert!(
            error(format, b"graph\n\xff\xfe").contains("line 2: found bytes that are not text")
        );
    }
    let long_line = error(EdgeList, "0".repeat(3 << 20));
    assert!(long_line.contains("line 1: found"), "{long_line}");
}

#[test]
fn too_many_edges_are_refused() {
    let complete: Vec<(u32, u32)> = (0..50).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let complete = graph(50, &complete);
    for format in Format::ALL {
        if format.is_written() && format != Format::GameTable && format != Format::Letters {
            let message = error(format, write(format, &complete));
            assert!(message.contains("1000"), "{format}: {message}");
        }
    }
    let dot = "graph { {0 1 2 3 4 5 6 7 8 9 a b c d e f} -- {A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA BB CC DD EE FF GG HH II JJ KK LL MM NN OO PP QQ RR SS TT UU VV WW XX YY ZZ AAA BBB CCC DDD EEE FFF GGG HHH III JJJ KKK LLL} }";
    assert!(error(Format::Dot, dot).contains("more than 1000 edges"));
}

#[test]
fn boards_that_do_not_fit_a_format() {
    let arcs = digraph(2, &[(0, 1)]);
    for format in [
        Format::Graph6,
        Format::Sparse6,
        Format::Dimacs,
        Format::Json,
        Format::Letters,
    ] {
        assert_eq!(
            refusal(format, &arcs),
            format!("this board cannot be written as {format} because it is directed")
        );
    }
    assert!(refusal(Format::GameTable, &arcs).contains("no embedding"));
    assert!(refusal(Format::Letters, &graph(53, &[])).contains("53 vertices"));
    assert!(refusal(Format::Graph6, &graph(200_000, &[])).contains("characters"));
    assert!(refusal(Format::Digraph6, &graph(200_000, &[])).contains("characters"));
    let odd = Board {
        names: names(&["\u{1}"]),
        ..graph(1, &[])
    };
    assert!(refusal(Format::GraphMl, &odd).contains("\\u{1}"));
}

#[test]
fn formats_are_known_by_name_and_ending() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
    for (path, format) in [
        ("a.dot", Format::Dot),
        ("a.b.gv", Format::Dot),
        ("x/y.g6", Format::Graph6),
        ("y.S6", Format::Sparse6),
        ("y.d6", Format::Digraph6),
        ("y.txt", Format::EdgeList),
        ("y.edges", Format::EdgeList),
        ("y.adj", Format::Letters),
        ("y.json", Format::Json),
        ("y.table", Format::GameTable),
        ("y.col", Format::Dimacs),
        ("y.graphml", Format::GraphMl),
        ("y.gml", Format::Gml),
        ("y.adjlist", Format::Adjlist),
        ("y.edgelist", Format::EdgeList),
        ("y.plc", Format::PlanarCode),
    ] {
        assert_eq!(Format::from_path(path), Some(format), "{path}");
    }
    assert_eq!(Format::from_path("graphs.g6/readme"), None);
    assert_eq!(Format::from_path("g6"), None);
    assert_eq!(Format::from_name("g6"), Some(Format::Graph6));
    assert_eq!(Format::from_name("gv"), Some(Format::Dot));
    assert_eq!(Format::from_name("col"), Some(Format::Dimacs));
    assert_eq!(Format::from_name("xml"), None);
}

#[test]
fn input_without_a_name_is_sniffed() {
    for (text, format) in [
        (">>graph6<<Bw\n", Some(Format::Graph6)),
        ("Bw\n", Some(Format::Graph6)),
        (":Bf", Some(Format::Sparse6)),
        ("&B?_", Some(Format::Digraph6)),
        ("/* x */ strict digraph G {", Some(Format::Dot)),
        ("  <?xml version='1.0'?>", Some(Format::GraphMl)),
        ("[{\"color\":0,", Some(Format::Json)),
        ("c graph\nc\np edge 3 2\n", Some(Format::Dimacs)),
        ("b c\na\na\n", Some(Format::Letters)),
        ("a: b\nb: a\n", Some(Format::Letters)),
        ("a b\nb c\n", Some(Format::EdgeList)),
        ("# edges\n0 1\n", Some(Format::EdgeList)),
        ("0 -> 1\n", Some(Format::EdgeList)),
        ("alabama georgia\n", Some(Format::EdgeList)),
        ("2 0 3\n3 4 1\n1 2 4\n0 3 2\n", Some(Format::GameTable)),
        ("0 1 {}\n1 2 {}\n", Some(Format::EdgeList)),
        ("a b 2.5\n", Some(Format::EdgeList)),
        ("#x\n# GMT now\n# \n0 1 2\n1 2\n", Some(Format::Adjlist)),
        (
            "#x\n# GMT now\n#\n0 1\n1 {}\n",
            Some(Format::MultilineAdjlist),
        ),
        (
            "Creator \"me\"\ngraph\n[\n node [ id 0 ] ]",
            Some(Format::Gml),
        ),
        ("{\"nodes\": [", Some(Format::NodeLink)),
        ("[{'color': 0,", Some(Format::Json)),
        (">>planar_code<<\u{1}\u{0}", Some(Format::PlanarCode)),
        ("", None),
        ("  \n\n", None),
        ("\u{1}\u{2}\u{3}\u{0}", None),
        ("once upon a time there was", None),
    ] {
        assert_eq!(guessed(text), format, "{text:?}");
    }
    let long = write(Format::Graph6, &graph(300, &[(0, 1)]));
    assert_eq!(guessed(&long.as_bytes()[..4096]), Some(Format::Graph6));
}

/// Reads what nobody says the format of.
fn unnamed(text: impl AsRef<[u8]>, directed: bool) -> Result<Vec<Board>, InputError> {
    let boards = Boards::open(text.as_ref(), None, "board.txt", Limits::BOARD);
    boards.unwrap().directed(directed).collect()
}

/// A `.txt` was an edge list whatever was in it, and a game table with two columns was one.
#[test]
fn no_format_is_read_as_another() {
    let files = [
        "petersen.edgelist",
        "petersen.multiline-adjlist",
        "links.node-link",
        "weights.edgelist",
        "weighted.edgelist",
        "weighted.gml",
        "arcs.gml",
    ];
    let files = files.map(|file| networkx(file).into_bytes());
    let forms = forms().into_iter().map(|(_, text, _)| text.into());
    let texts = samples().into_iter().chain(files).chain(forms);
    let mut read = BTreeSet::new();
    for text in texts {
        let shown = String::from_utf8_lossy(&text);
        let boards = unnamed(&text, false).unwrap_or_else(|error| panic!("{shown}\n{error}"));
        let format = guessed(&text).unwrap();
        assert_eq!(boards, read_all(format, &text).unwrap(), "{shown}");
        // What was written by us says which format it is meant to be.
        read.insert(format.name());
    }
    for format in Format::ALL {
        assert!(read.contains(format.name()), "no example of {format}");
    }
    let (mut right, mut refused) = (0, 0);
    for table in oracle_tables() {
        let board = Board::plane(PlaneGraph::from_table(&table).unwrap());
        let text = write(Format::GameTable, &board);
        match unnamed(&text, false) {
            Ok(boards) => {
                assert_eq!(boards[0].shape, board.shape, "{text}");
                right += 1;
            }
            Err(error) => {
                for part in ["in two ways", "--format table", "--format edges"] {
                    assert!(error.message.contains(part), "{error}");
                }
                assert!(table[0].len() <= 2, "{text}{error}");
                refused += 1;
            }
        }
    }
    assert!(right > 10 && refused > 0, "{right} {refused}");
    // In games on digraphs nobody means a table.
    let arcs = unnamed("2 4\n3 1\n4 2\n1 3\n", true).unwrap();
    assert!(matches!(arcs[0].shape, Shape::Directed(_)));
}

#[test]
fn a_guess_that_fails_names_what_was_tried() {
    let tried = unnamed("1 2 3\n4 5\n", false).unwrap_err().to_string();
    for part in ["read as edges", "as table, line 1: ", "said with --format"] {
        assert!(tried.contains(part), "{tried}: {part}");
    }
    let one = unnamed("a b\nonce upon a time\n", false).unwrap_err();
    assert_eq!(one.line, Some(2));
    assert!(one.message.contains("read as edges"), "{one}");
    // A list of neighbours with a vertex twice was edges of a vertex "1:".
    let colon = unnamed("1: 2\n1: 3\n", false).unwrap_err();
    assert!(colon.message.contains("found \"1: 2\""), "{colon}");
    let empty = unnamed("\n \n", false).unwrap_err().to_string();
    assert_eq!(empty, "found an empty file, expected a board");
}

/// A matrix of 200 rows was no format at all, since the end of what is looked at tore a row; and of
/// a text of more than 8 MB nothing was tried but edges.
#[test]
fn long_texts_are_known_by_their_beginning() {
    let read = |text: &str, limits: Limits| {
        let mut boards = Boards::new(text.as_bytes(), None, limits).directed(true);
        let board = boards.next().unwrap().unwrap();
        (boards.format(), board)
    };
    let circle = |n: u32| {
        digraph(
            n as usize,
            &(0..n).map(|v| (v, (v + 1) % n)).collect::<Vec<_>>(),
        )
    };
    for (n, zero, one) in [(200, "0", "1"), (180, "0.", "1."), (150, " 0.0", " 1.0")] {
        let entry = |row, column| if (row + 1) % n == column { one } else { zero };
        let row = |row| (0..n).map(|column| entry(row, column)).collect::<Vec<_>>();
        let rows: Vec<String> = (0..n).map(|v| row(v).join(" ")).collect();
        let (format, board) = read(&rows.join("\n"), Limits::BOARD);
        assert_eq!(format, Some(Format::Matrix), "{n}");
        assert_eq!(board.shape, circle(n).shape, "{n}");
    }
    let n = 500_000;
    let lists = (0..n).map(|v| format!("{v} {} {}\n", (v + 1) % n, (v + 2) % n));
    let (format, board) = read(&lists.collect::<String>(), Limits::DIGRAPH);
    assert_eq!(format, Some(Format::Adjlist));
    assert_eq!(
        (board.vertex_count(), board.edge_count()),
        (500_000, 1_000_000)
    );
}

/// Who said that edges have no header was told that tables have none.
#[test]
fn a_header_is_said_of_edges() {
    let text = "2 2\n0 1\n1 0\n";
    let boards = |header| Boards::new(text.as_bytes(), None, SMALL).header(header);
    let error = boards(Some(false)).next().unwrap().unwrap_err().to_string();
    assert!(
        error.starts_with("line 1: found a self-loop at vertex 2"),
        "{error}"
    );
    assert_eq!(
        boards(Some(true)).next().unwrap().unwrap().vertex_count(),
        2
    );
}

/// A path with four vertices, or this digraph, as programs and people write them.
fn forms() -> Vec<(Format, String, Board)> {
    use Format::*;
    let path = graph(4, &[(0, 1), (1, 2), (2, 3)]);
    let arcs = digraph(3, &[(0, 1), (1, 2), (0, 2)]);
    let called = |list: &[&str]| Board {
        names: names(list),
        ..path.clone()
    };
    let (letters, numbers) = (called(&["a", "b", "c", "d"]), called(&["1", "2", "3", "4"]));
    let plain = |board: &Board| board.clone();
    let list = "[{\"b\"}, {\"a\", \"c\"},\n {\"b\", \"d\"}, {\"c\"}]";
    let dicts = "[{\"color\": 0, \"adj\": [1]}, {'color': 0, 'adj': [0, 2]},\n\
                 {'color': 0, 'adj': [1, 3]}, {'color': 0, 'adj': [2]}]";
    let program = format!(
        "# players\nimport sys\n\"\"\"\nX = [[1], [0]]\n\"\"\"\nCOLORS = [-1, 1, 2]\nMOVES = []\n\n\
         ADJACENCY_LIST: list = {list}  # a path\nEDCN = 3\ndef run():\n    board = [f(x) for x in COLORS]\n"
    );
    let gexf = "<?xml version='1.0'?>\n<gexf version=\"1.2\" xmlns:viz=\"v\">\n<meta><creator>x</creator></meta>\n\
        <graph defaultedgetype=\"undirected\" mode=\"static\">\n<nodes><node id=\"9\" label=\"a\"/>\
        <node id=\"8\" label=\"b\"/><node id=\"7\" label=\"c\"/><node id=\"6\" label=\"d\"/></nodes>\n<edges>\
        <edge source=\"9\" target=\"8\" weight=\"1.0\"/><edge source=\"8\" target=\"7\"/>\
        <edge source=\"7\" target=\"6\"/></edges></graph></gexf>";
    let pajek =
        "*vertices 4\n1 a 0.0 0.0 ellipse\n2 \"b\" 0.0 0.0 ellipse\n3 c 0.0 0.0\n4 d 0.0 0.0\n";
    vec![
        // The text of the sources' programs.
        (Json, list.into(), plain(&letters)),
        (Json, format!("ADJACENCY_LIST = {list}\n"), plain(&letters)),
        (Json, program, plain(&letters)),
        (Json, format!("initial_state = {dicts}"), plain(&path)),
        (Json, format!("const state = {dicts};\n"), plain(&path)),
        (
            Json,
            "gameTable = [[[2]], [[1, 3]],\n [[4, 2]], [[3]]]\n".into(),
            plain(&numbers),
        ),
        // Neighbours by name.
        (
            NodeLink,
            "{\"a\": [\"b\"], \"b\": [\"a\", \"c\"], \"c\": [\"b\", \"d\"], \"d\": [\"c\"]}".into(),
            plain(&letters),
        ),
        (
            NodeLink,
            "{0: [1], 1: {0, 2}, 2: (1, 3), 3: {2: {'weight': 1}}}".into(),
            plain(&path),
        ),
        (
            Json,
            "g = {a: ['b'], b: ['a', 'c'], c: ['b', 'd'], d: ['c']}".into(),
            plain(&letters),
        ),
        // Edges as Python prints them.
        (Json, "edges = [(0, 1), (1, 2), (2, 3)]".into(), plain(&path)),
        (
            Json,
            "[('a', 'b'), ('b', 'c'), ('c', 'd', 2.5)]".into(),
            plain(&letters),
        ),
        // Matrices: of Python, of NumPy, as text.
        (
            Json,
            "[[0, 1, 0, 0], [1, 0, 1, 0], [0, 1.0, 0, 1], [0, 0, 1, 0]]".into(),
            plain(&path),
        ),
        (
            Json,
            "A = np.array([[0, 1, 0, 0],\n [1, 0, 1, 0],\n [0, 1, 0, 1],\n [0, 0, 1, 0]], dtype=int8)".into(),
            plain(&path),
        ),
        (
            Matrix,
            "[[0 1 0 0]\n [1 0 1 0]\n [0 1 0 1]\n [0 0 1 0]]\n".into(),
            plain(&path),
        ),
        (
            Matrix,
            "[[0. 1. 0. 0.]\n [1. 0. 1. 0.]\n [0. 1. 0.\n  1.]\n [0. 0. 1. 0.]]".into(),
            plain(&path),
        ),
        (Matrix, "0 1 0 0\n1 0 1 0\n0 1 0 1\n0 0 1 0\n".into(), plain(&path)),
        (Matrix, "0100\n1010\n0101\n0010".into(), plain(&path)),
        (Matrix, "0,1,1\n0,0,1\n0,0,0\n".into(), plain(&arcs)),
        (Json, "[[0, 1, 1], [0, 0, 1], [0, 0, 0]]".into(), plain(&arcs)),
        // What nauty's showg prints of CF (a path: CU has other numbers) and of a digraph.
        (
            Showg,
            "\nGraph 1, order 4.\n  0 : 1;\n  1 : 0 2;\n  2 : 1\n      3;\n  3 : 2;\n".into(),
            plain(&path),
        ),
        (
            Showg,
            "Graph 1, order 4.\n  1 : 2;\n  2 : 1 3;\n  3 : 2 4;\n  4 : 3;\n".into(),
            plain(&numbers),
        ),
        (Showg, "Graph 1, order 4.\n4 3\n0 1  1 2\n2 3\n".into(), plain(&path)),
        (Showg, "Graph 1, order 4.\n0100\n1010\n0101\n0010\n".into(), plain(&path)),
        (Showg, "Graph 1, order 3.\n  0 : 1 2;\n  1 : 2;\n  2 : ;\n".into(), plain(&arcs)),
        // The House of Graphs' lists.
        (Adjlist, "1: 2\n2: 1 3\n3: 2 4\n4: 3\n".into(), plain(&numbers)),
        // networkx.
        (
            NodeLink,
            "{\"directed\": false, \"multigraph\": false, \"graph\": [], \"nodes\": [{\"id\": 0}, {\"id\": 1}, \
             {\"id\": 2}, {\"id\": 3}], \"adjacency\": [[{\"id\": 1}], [{\"id\": 0}, {\"id\": 2}], [{\"id\": 1}, \
             {\"id\": 3}], [{\"id\": 2}]]}".into(),
            plain(&path),
        ),
        (
            NodeLink,
            "{\"directed\": true, \"nodes\": [{\"id\": 0}, {\"id\": 1}, {\"id\": 2}], \"adjacency\": \
             [[{\"id\": 1}, {\"id\": 2}], [{\"id\": 2}], []]}".into(),
            plain(&arcs),
        ),
        (
            NodeLink,
            "{\"nodes\": [0, 1, 2, 3], \"edges\": [[0, 1], [1, 2], {\"from\": 2, \"to\": 3}]}".into(),
            plain(&path),
        ),
        // A state digraph, as 'outplay digraph -o x.json' writes it.
        (
            NodeLink,
            "{\"game\":\"token\",\"board\":\"x\",\"positions\":[\n{\"id\":0,\"position\":\"1\"},{\"id\":1,\"position\":\"2\"},\
             {\"id\":2,\"position\":\"3\"}\n],\
             \"moves\":[{\"from\":0,\"to\":1,\"move\":\"2\",\"winning\":true},{\"from\":1,\"to\":2},{\"from\":0,\"to\":2}]}".into(),
            Board {
                names: names(&["1", "2", "3"]),
                ..plain(&arcs)
            },
        ),
        (Gexf, gexf.into(), plain(&letters)),
        (Pajek, format!("{pajek}*edges\n1 2 1.0\n2 3 1.0\n3 4\n"), plain(&letters)),
        (Pajek, format!("%\n\n{pajek}*Edgeslist\n1 2\n3 2 4\n"), plain(&letters)),
        (Pajek, "*Vertices 3\n*Arcs\n1 2\n2 3\n1 3\n".into(), Board {
            names: names(&["1", "2", "3"]),
            ..plain(&arcs)
        }),
    ]
}

/// They were refused, or read as edges; JSON with nodes and no edges was a graph without edges.
#[test]
fn what_programs_and_people_write_is_read() {
    for (format, text, board) in forms() {
        // A list that names an edge at one end or at both is one of arcs in games on digraphs.
        let one_end = format == Format::Adjlist || text.contains("[(");
        for directed in [false, !one_end] {
            let read = unnamed(&text, directed).unwrap_or_else(|error| panic!("{text}\n{error}"));
            let [read] = &read[..] else {
                panic!("several boards: {text}");
            };
            assert_eq!(
                (&read.shape, &read.names),
                (&board.shape, &board.names),
                "{text}"
            );
        }
        assert_eq!(guessed(&text), Some(format), "{text}");
        // Whatever the ending says, where it is the text of a program.
        for path in ["x.adj", "x.edges", "x.py", "x.table", "x.json"] {
            if [Json, NodeLink].contains(&format) {
                let mut boards = Boards::open(text.as_bytes(), None, path, SMALL).unwrap();
                assert_eq!(
                    boards.next().unwrap().unwrap().shape,
                    board.shape,
                    "{path}: {text}"
                );
            }
        }
    }
    use Format::{Json, NodeLink};
    let program = &forms()[2].1;
    let remarks = &unnamed(program, false).unwrap()[0].remarks;
    assert_eq!(
        remarks[..],
        [
            "read the value of ADJACENCY_LIST on line 9",
            "EDCN = 3 beside the board counts for nothing here"
        ]
    );
    // Lists of arcs, in games on digraphs.
    let arcs = digraph(2, &[(0, 1)]);
    for text in ["[[1], []]", "{0: [1], 1: []}", "[[0, 1], [0, 0]]"] {
        assert_eq!(unnamed(text, true).unwrap()[0].shape, arcs.shape, "{text}");
    }
}

#[test]
fn what_is_not_understood_is_named() {
    for (text, parts) in [
        (
            "A = [{'b'}, {'a'}]\n\nB = [{'b', 'c'}, {'a'}, {'a'}]\n",
            &["A (line 1) and B (line 3)", "expected one"][..],
        ),
        (
            "x = 3\nBOARD = [{'b'},\n {'a', 'c'}]\n",
            &["line 3: BOARD is no board: found \"c\" in the list of b"],
        ),
        (
            "{\"nodes\": [{\"id\": 0}], \"arcs\": []}",
            &["nodes without edges, with the keys \"arcs\""],
        ),
        (
            "{\"nodes\": [{\"id\": 0}], \"Edges\": []}",
            &["nodes without edges, with the keys \"Edges\""],
        ),
        ("{\"nodes\": [{\"id\": 0}]}", &["nodes without edges"]),
        (
            "{\"vertices\": 3, \"edges\": []}",
            &["without \"nodes\", with the keys \"edges\", \"vertices\""],
        ),
        (
            "{\"a\": [\"b\"], \"b\": []}",
            &["vertex a lists b, but vertex b does not list a"],
        ),
        ("{\"a\": [\"x\"]}", &["\"x\" among the neighbours of a"]),
        (
            "[[\"b\"],[\"a\",\"c\"],[\"b\",\"x\"]]",
            &["line 1: found \"x\" in the list of c, expected a letter from a to c"],
        ),
        (
            "[[\"b\"],\n[\"c\"],[\"b\"]]",
            &["line 1: vertex a lists b, but vertex b does not list a"],
        ),
        (
            "[[1],\n [-1]]",
            &["line 2: found -1 in the list of vertex 1"],
        ),
        ("[[0, 1], [1, 1]]", &["self-loop at vertex 1"]),
        (
            "[(1, 3), (0, 2), (1, 3), (0, 2)]",
            &["can be edges and neighbours"],
        ),
        (
            "[(1, 2),\n (3, 3)]",
            &["line 2: found a self-loop at vertex 3"],
        ),
        (
            "[[0 1 ... 0]\n [1 0]]",
            &["line 1: found \"...\"", "set_printoptions"],
        ),
        ("0 1 1\n1 0 2\n1 1 0\n", &["--format"]),
        (
            "Graph 1, order 3.\n 0 : 3;\n",
            &["line 1: found 3 beside 0, expected vertices from 0 to 2"],
        ),
        (
            "Graph 1, order 3.\n 0 : 1;\n",
            &["line 1: found 1 lists, expected 3"],
        ),
        (
            "*Vertices 2\n*Edges\n1 3\n",
            &["line 3: found \"1 3\"", "from 1 to 2"],
        ),
        (
            "*Vertices 2\n*Edges\n1 2\n*Arcs\n1 2\n",
            &["line 5: found both edges and arcs"],
        ),
        ("*Vertices x\n", &["line 1: found \"*Vertices x\""]),
        (
            "Graph 1, order 99999999999.\n",
            &["99999999999 vertices, expected at most"],
        ),
        (
            "*Vertices 99999999999\n",
            &["99999999999 vertices, expected at most"],
        ),
    ] {
        let refused = unnamed(text, false).unwrap_err().to_string();
        for part in parts {
            assert!(refused.contains(part), "{text}\n{refused}\n{part}");
        }
    }
}

/// `0 1` / `1 0`: arcs both ways, or the matrix of an edge, which is the same to a game on digraphs.
#[test]
fn readings_that_are_one_digraph_were_refused_as_two() {
    let text = "0 1\n1 0\n";
    let mut boards = Boards::new(text.as_bytes(), None, Limits::BOARD).directed(true);
    let board = boards.next().unwrap().unwrap();
    let Shape::Directed(digraph) = &board.shape else {
        panic!("{board:?}");
    };
    assert_eq!(digraph.arcs().collect::<Vec<_>>(), [(0, 1), (1, 0)]);
}
