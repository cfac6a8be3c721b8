//! Files that ask for more than their length allows.

use crate::common::sealed;
use outplay_checker::{Options, check, check_until};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::cell::Cell;

/// The reason why it is refused.
#[track_caller]
fn refused(certificate: &[u8]) -> String {
    match check(certificate, &Options::default()) {
        Ok(proved) => panic!("accepted: {}", proved.statement),
        Err(rejection) => rejection.to_string(),
    }
}

/// One line that takes so many steps as there are pairs of vertices, for each of 31 marks.
fn one_line(vertices: usize) -> String {
    let marks: Vec<String> = (1..=31).map(|mark| mark.to_string()).collect();
    let position = vec!["-"; vertices].join(",");
    sealed(&format!(
        "outplay-certificate 1\ngame rules\ncalled x\nplayers a b\nboard graph\n\
         vertices {vertices}\nsites vertices\nmove mark\nmarks 31\nturns mark\npass none\n\
         moves none\nend misere\nlooks empty\nmay 1 {}\nstart {position}\nto-move a\n\
         winner b\nstrategy\nl {position}\n",
        marks.join(",")
    ))
}

#[test]
fn one_line_does_not_take_minutes() {
    assert!(check(one_line(20).as_bytes(), &Options::default()).is_ok());
    let reason = refused(one_line(4000).as_bytes());
    assert!(reason.contains("this takes more than"), "{reason}");
    assert!(reason.contains("steps"), "{reason}");
}

#[test]
fn a_stop_is_asked_within_a_line() {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 10
    };
    let stopped = check_until(one_line(2000).as_bytes(), &Options::default(), &stop);
    assert_eq!(
        stopped.unwrap_err().to_string(),
        "line 20: the check was stopped"
    );
}

#[test]
fn edges_that_are_listed_again_and_again_are_not_collected() {
    let edges = vec!["0-1"; 100].join(" ");
    let rows = format!("edges {edges}\n").repeat(100);
    let reason =
        refused(format!("outplay-certificate 1\ngame node-kayles\nvertices 3\n{rows}").as_bytes());
    assert_eq!(
        reason,
        "line 4: there are only 3 edges: one is listed twice"
    );
}

#[test]
fn a_small_packed_file_does_not_become_a_large_one() {
    let rows = "symmetry 0 1 2\n".repeat(1 << 21);
    let text = format!(
        "outplay-certificate 2\ngame node-kayles\nvertices 3\nstart ---\nwinner first\n{rows}"
    );
    let packed = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    assert!(packed.len() < text.len() / 500, "{}", packed.len());
    let reason = refused(&packed);
    assert!(reason.contains("bytes become more than"), "{reason}");
}

#[test]
fn the_ways_of_many_cops_are_not_listed() {
    let cops = "outplay-certificate 2\ngame cops\nvertices 4096\ncops 8\nstart -/-\n\
                to-move cops\nwinner robber\nstrategy\nl -/- 0,0,0,0,0,0,0,0:r1\n";
    let reason = refused(sealed(cops).as_bytes());
    assert!(reason.contains("this takes more than"), "{reason}");
}

#[test]
fn heaps_times_takings_are_not_listed() {
    let many = vec!["1"; 1 << 17].join(",");
    let heaps = format!(
        "outplay-certificate 2\ngame subtraction\ntake {many}\nstart {many}\nwinner first\n\
         strategy\nw {many} 0-1\n"
    );
    let reason = refused(sealed(&heaps).as_bytes());
    assert!(reason.contains("this takes more than"), "{reason}");
}
