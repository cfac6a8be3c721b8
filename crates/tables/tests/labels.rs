//! Tables are read back with the formats' own readers.

use outplay_board::{Digraph, Failed};
use outplay_engine::{Labels, label};
use outplay_tables::{plain, write_labels};
use std::fs;
use std::path::Path;

/// The endings of the files that this build writes.
const ENDINGS: &[&str] = &["csv", "parquet"];

type Row = (String, String, Option<u32>);

/// A sink 0, its winner 1, the loser 2 before it, and a loop 3: labels known by
/// the rules.
fn small() -> (Labels, Vec<Row>) {
    let digraph = Digraph::new(4, vec![(1, 0), (2, 1), (3, 3)]).unwrap();
    let row = |v: &str, outcome: &str, remoteness| (v.into(), outcome.into(), remoteness);
    let rows = vec![
        row("0", "lose", Some(0)),
        row("1", "win", Some(1)),
        row("2", "lose", Some(2)),
        row("3", "draw", None),
    ];
    (label(&digraph, 1, |_| false), rows)
}

fn read_csv(path: &Path) -> Vec<Row> {
    let mut table = csv::Reader::from_path(path).unwrap();
    assert_eq!(
        table.headers().unwrap(),
        ["vertex", "outcome", "remoteness"].as_slice()
    );
    table
        .records()
        .map(|record| {
            let record = record.unwrap();
            let remoteness = Some(&record[2]).filter(|text| !text.is_empty());
            (
                record[0].into(),
                record[1].into(),
                remoteness.map(|text| text.parse().unwrap()),
            )
        })
        .collect()
}

fn read_parquet(path: &Path) -> Vec<Row> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let table = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let text = |field: &Field| match field {
        Field::Str(text) => text.clone(),
        Field::Int(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    table
        .get_row_iter(None)
        .unwrap()
        .map(|row| {
            let row = row.unwrap();
            let fields: Vec<_> = row.get_column_iter().collect();
            let names: Vec<_> = fields.iter().map(|field| field.0.as_str()).collect();
            assert_eq!(names, ["vertex", "outcome", "remoteness"]);
            let remoteness = match fields[2].1 {
                Field::Null => None,
                Field::Int(number) => Some(*number as u32),
                other => panic!("{other:?}"),
            };
            (text(fields[0].1), text(fields[1].1), remoteness)
        })
        .collect()
}

fn read(path: &Path) -> Vec<Row> {
    match path.extension().unwrap().to_str().unwrap() {
        "csv" | "CSV" => read_csv(path),
        "parquet" | "PARQUET" => read_parquet(path),
        ending => panic!("{ending}"),
    }
}

#[test]
fn numbers_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (labels, rows) = small();
    for ending in ENDINGS {
        let name = format!("labels.{ending}");
        let path = folder.path().join(&name);
        write_labels(&path, &labels, &|_| None, plain).unwrap();
        assert_eq!(read(&path), rows, "{name}");
        // Again, over the file that is there now.
        write_labels(&path, &labels, &|_| None, plain).unwrap();
        assert_eq!(read(&path), rows, "{name}");
    }
    let csv = fs::read_to_string(folder.path().join("labels.csv")).unwrap();
    assert_eq!(
        csv,
        "vertex,outcome,remoteness\n0,lose,0\n1,win,1\n2,lose,2\n3,draw,\n"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), ENDINGS.len());
}

#[test]
fn names_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (labels, mut rows) = small();
    let names = ["say \"no\", then go", "two\nlines", ""];
    for (row, name) in rows.iter_mut().zip(names) {
        row.0 = name.into();
    }
    for ending in ENDINGS {
        let name = format!("labels.{ending}");
        let path = folder.path().join(&name);
        let named = |v: u32| names.get(v as usize).map(|&n| n.into());
        write_labels(&path, &labels, &named, plain).unwrap();
        assert_eq!(read(&path), rows, "{name}");
    }
}

#[test]
fn many_rows_and_no_rows_come_back() {
    let folder = tempfile::tempdir().unwrap();
    // A path of a little more than two row groups: vertex v is v moves from its end.
    let n = (2u32 << 18) + 3;
    let path = Digraph::new(n as usize, (1..n).map(|v| (v, v - 1)).collect()).unwrap();
    let labels = label(&path, 1, |_| false);
    let empty = label(&Digraph::new(0, vec![]).unwrap(), 1, |_| false);
    for ending in ENDINGS {
        let name = format!("LABELS.{}", ending.to_uppercase());
        let file = folder.path().join(name);
        write_labels(&file, &labels, &|_| None, plain).unwrap();
        let rows = read(&file);
        assert_eq!(rows.len(), n as usize);
        for (v, row) in (0u32..).zip(rows) {
            let outcome = if v % 2 == 0 { "lose" } else { "win" };
            assert_eq!(row, (v.to_string(), outcome.into(), Some(v)));
        }
    }
    for ending in ENDINGS {
        let file = folder.path().join(format!("empty.{ending}"));
        write_labels(&file, &empty, &|_| None, plain).unwrap();
        assert_eq!(read(&file), []);
    }
}

#[test]
fn other_endings_and_missing_folders_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let (labels, _) = small();
    for name in ["labels.txt", "labels", ".csv", "labels.csv.gz"] {
        let path = folder.path().join(name);
        let error = write_labels(&path, &labels, &|_| None, plain).unwrap_err();
        assert!(matches!(error, Failed::Input(_)), "{name}");
        let message = error.to_string();
        assert!(message.contains(name) && message.contains(".csv") && message.contains(".parquet"));
    }
    let path = folder.path().join("nowhere").join("labels.csv");
    let error = write_labels(&path, &labels, &|_| None, plain).unwrap_err();
    assert!(matches!(error, Failed::Input(_)));
    assert!(error.to_string().contains("nowhere"));
    // A folder stands in the file's place: nothing is left beside it.
    for (ending, before) in ENDINGS.iter().zip(0..) {
        let taken = folder.path().join(format!("taken.{ending}"));
        fs::create_dir(&taken).unwrap();
        let error = write_labels(&taken, &labels, &|_| None, plain).unwrap_err();
        assert!(matches!(error, Failed::Output(_)));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before + 1);
    }
}

mod tables {
    use outplay_tables::{Cell, Column, Table};
    use std::fs::{self, File};

    fn table(rows: usize) -> Table {
        let every = |n: usize| move |i: usize| !i.is_multiple_of(n);
        let text = |i: usize| every(5)(i).then(|| format!("H?{i}~ü"));
        Table {
            columns: vec![
                (
                    "yes".into(),
                    Column::Bool(
                        (0..rows)
                            .map(|i| every(3)(i).then_some(i % 2 == 0))
                            .collect(),
                    ),
                ),
                (
                    "number".into(),
                    Column::Int(
                        (0..rows)
                            .map(|i| every(7)(i).then_some(i as i64 - 2))
                            .collect(),
                    ),
                ),
                ("text".into(), Column::Text((0..rows).map(text).collect())),
                (
                    "word".into(),
                    Column::Text((0..rows).map(|i| Some(["a", "b"][i % 2].into())).collect()),
                ),
                ("reason".into(), Column::Text(vec![None; rows])),
            ],
        }
    }

    #[test]
    fn tables_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        for rows in [0, 1, 1000, 30_000] {
            let path = folder.path().join("a.parquet");
            let table = table(rows);
            table
                .write_parquet(File::create(&path).unwrap(), "the tests", "a")
                .unwrap();
            let read = Table::read_parquet(File::open(&path).unwrap(), "a").unwrap();
            assert_eq!(read, table, "{rows} rows");
            assert_eq!(read.rows(), rows);
            let has =
                |name: &str| Table::parquet_has_values(File::open(&path).unwrap(), name).unwrap();
            assert_eq!((has("word"), has("reason")), (rows > 0, false));
        }
        assert_eq!(table(9).column("number").unwrap().get(8), Cell::Int(6));
        assert_eq!(table(9).column("number").unwrap().get(7), Cell::Missing);
    }

    #[test]
    fn what_is_no_table_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.parquet");
        table(100)
            .write_parquet(File::create(&path).unwrap(), "the tests", "a")
            .unwrap();
        let whole = fs::read(&path).unwrap();
        for bytes in [
            &[][..],
            b"graph6,n\n",
            &whole[..whole.len() / 2],
            &whole[8..],
        ] {
            fs::write(&path, bytes).unwrap();
            assert!(Table::read_parquet(File::open(&path).unwrap(), "a").is_err());
        }
    }
}
