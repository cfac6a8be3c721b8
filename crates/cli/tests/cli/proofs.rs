//! Certificates through the program: written, checked, refused.

use crate::common::{folder, json, objects, outplay, outplay_with};

#[test]
fn proofs_are_written_and_checked() {
    let folder = folder("proofs");
    for (i, (question, winner)) in [
        ("coloring petersen -k 3", "bob"),
        ("coloring petersen -k 3 --first bob", "alice"),
        ("coloring cycle:4 -k 2 --first bob --pass bob", "bob"),
        ("edge path:5", "first"),
        ("edge cycle:4", "second"),
        ("cycles wheel:4", "second"),
        ("cycles fan:3", "first"),
        ("subtraction --pebbles 10 --take 1,2", "first"),
    ]
    .into_iter()
    .enumerate()
    {
        for strict in ["", "--strict"] {
            let file = folder.join(format!("{i}.cert"));
            let path = file.display();
            let made = &json(&format!("prove {question} {strict} -o {path} --json"))[0];
            assert_eq!(made["winner"], winner, "{question}");
            let checked = &json(&format!("check {path} {strict} --json"))[0];
            assert_eq!(checked["valid"], true);
            assert_eq!(checked["winner"], winner, "{question}");
            assert_eq!(checked["game"], question.split(' ').next().unwrap());
            assert_eq!(checked["positions"], made["positions"]);
        }
    }
    assert!(
        outplay("check /no/such.cert")
            .stderr
            .contains("cannot read")
    );
}

#[test]
fn numbers_are_proved_and_packed() {
    let folder = folder("number-proofs");
    for (board, flags, value, said) in [
        ("petersen", "", 4, "χ_g(petersen) = 4, Alice first\n"),
        ("cycle:4", "--first bob", 2, "χ_g(cycle:4) = 2, Bob first\n"),
        (
            "path:4",
            "--pass bob",
            3,
            "χ_g(path:4) = 3, Alice first, Bob may pass\n",
        ),
        ("complete:1", "", 1, "χ_g(complete:1) = 1, Alice first\n"),
    ] {
        for (ending, strict) in [("cert", ""), ("zst", "--strict")] {
            let path = folder.join(format!("x.{ending}"));
            let path = path.display();
            let question = format!("number game-chromatic {board} {flags}");
            let made = &json(&format!("prove {question} {strict} -o {path} --json"))[0];
            assert_eq!(made["value"], value, "{question}");
            assert_eq!(json(&format!("{question} --json"))[0]["value"], value);
            let checked = &json(&format!("check {path} {strict} --json"))[0];
            assert_eq!(
                (&checked["number"], &checked["value"]),
                (&"game-chromatic".into(), &value.into())
            );
            let text = outplay(&format!("check {path}")).stdout;
            assert!(text.starts_with(said), "{text}");
        }
    }
    // A board that is not what it is called is not called so.
    let path = folder.join("x.cert");
    let text = std::fs::read_to_string(&path).unwrap();
    let other = text.replace("called complete:1", "called complete:2");
    std::fs::write(&path, other).unwrap();
    let text = outplay(&format!("check {}", path.display())).stdout;
    assert!(text.starts_with("Proved: χ_g = 1"), "{text}");
    for (question, why) in [
        ("chromatic petersen", "game-chromatic"),
        ("game-chromatic graph6:?", "without vertices"),
        ("game-domination petersen", "edcn"),
        ("edcn petersen --first bob", "--first"),
    ] {
        let ran = outplay(&format!("prove number {question} -o -"));
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{question}");
        assert!(ran.stderr.contains(why), "{question}: {}", ran.stderr);
    }
}

#[test]
fn grundy_values_and_other_numbers_are_proved() {
    let folder = folder("value-proofs");
    let path = folder.join("x.cert");
    let path = path.display();
    for (question, value) in [
        ("node-kayles path:9", 3),
        ("edge path:4", 1),
        ("cycles wheel:4", 0),
        ("subtraction --pebbles 8 --take 1,2,5", 2),
        ("arc-kayles cycle:7", 1),
    ] {
        let made = &json(&format!("prove {question} --grundy -o {path} --json"))[0];
        assert_eq!(made["grundy"], value, "{question}");
        let solved = &json(&format!("solve {question} --grundy --json"))[0];
        assert_eq!(solved["grundy"], value, "{question}");
        let checked = &json(&format!("check {path} --json"))[0];
        let said = (&checked["number"], &checked["value"]);
        assert_eq!(said, (&"grundy".into(), &value.into()), "{question}");
    }
    // A position that is no win for the player to move beside another heap has no such value.
    let text = std::fs::read_to_string(folder.join("x.cert")).unwrap();
    std::fs::write(folder.join("x.cert"), text.replace("heap 1", "heap 2")).unwrap();
    assert_eq!(outplay(&format!("check {path}")).status, 2);
    for (question, said) in [
        ("edcn path:20", "λ(path:20) = 6\n"),
        ("edcn wheel:7", "λ(wheel:7) = 8\n"),
        (
            "game-coloring grid:3x3",
            "col_g(grid:3x3) = 4, Alice first\n",
        ),
    ] {
        outplay(&format!("prove number {question} -o {path}"));
        let text = outplay(&format!("check {path} --strict")).stdout;
        assert!(text.starts_with(said), "{question}: {text}");
    }
    let ran = outplay("prove coloring petersen -k 3 --grundy -o -");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("no Grundy values"), "{}", ran.stderr);
}

#[test]
fn a_proof_by_search_holds_too() {
    let folder = folder("searched-proofs");
    for question in [
        "coloring grid:3x4 -k 3",
        "coloring wheel:6 -k 3",
        "edge path:8",
        "cycles prism:3",
    ] {
        let path = folder.join("x.cert");
        let path = path.display();
        json(&format!(
            "prove {question} --method search -o {path} --json"
        ));
        let solved = &json(&format!("solve {question} --method digraph --json"))[0];
        let checked = &json(&format!("check {path} --json"))[0];
        assert_eq!(checked["winner"], solved["winner"], "{question}");
    }
}

#[test]
fn what_does_not_follow_is_refused() {
    let folder = folder("refused-proofs");
    let file = folder.join("x.cert");
    let path = file.to_str().unwrap();
    json(&format!("prove coloring petersen -k 3 -o {path} --json"));
    let text = std::fs::read_to_string(&file).unwrap();
    let refused = |text: &str| {
        let ran = outplay_with(&["check", "-"], text.as_bytes());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains("standard input:"), "{ran:?}");
        assert!(ran.stderr.contains("refused"), "{ran:?}");
    };
    refused("");
    refused("hello\n");
    refused(&text.replace("winner bob", "winner alice"));
    refused(&text.replace("colors 3", "colors 4"));
    refused(&text.replace("edges 7-9", "edges 6-7"));
    refused(&text[..text.len() / 2]);
    let lines: Vec<&str> = text.lines().collect();
    for gone in 0..lines.len() {
        let mut rest = lines.clone();
        rest.remove(gone);
        refused(&(rest.join("\n") + "\n"));
    }
    let strict = outplay(&format!("check {path} --strict"));
    assert_eq!(strict.status, 2);
    assert!(strict.stderr.contains("lemmas"), "{strict:?}");
}

#[test]
fn a_proof_that_is_not_finished_leaves_no_file() {
    let folder = folder("unfinished-proofs");
    let file = folder.join("x.cert");
    let line = format!(
        "prove coloring torus:6x6 -k 4 --time-limit 200ms -o {}",
        file.display()
    );
    assert_eq!(outplay(&line).status, 3);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    let ran = outplay("prove coloring path:3 -k 2 -o /no/such/folder/x.cert");
    assert_eq!(ran.status, 2);
    assert!(objects(&ran.stdout).is_empty());
}
