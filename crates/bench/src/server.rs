//! The server under load: many clients with small questions, with and without others
//! that ask for more than can be computed. Clients and server share the machine.

use outplay_server::{Options, Shutdown, serve};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const CLIENTS: usize = 100;
/// So many clients ask for long work, one question after the other.
const GREEDY: usize = 8;

/// What is looked up or played.
const QUESTIONS: [(&str, &str); 3] = [
    (
        "/api/position",
        r#"{"setup":{"game":"coloring","board":{"family":"petersen"},"colors":3}}"#,
    ),
    (
        "/api/play",
        r#"{"setup":{"game":"edge","board":{"family":"path:8"},"colors":4},"move":"0=1"}"#,
    ),
    ("/api/board", r#"{"board":{"family":"grid:4x4"}}"#),
];
/// What is computed in a few milliseconds.
const COMPUTATIONS: [(&str, &str); 2] = [
    (
        "/api/solve",
        r#"{"setup":{"game":"coloring","board":{"family":"grid:3x3"},"colors":3}}"#,
    ),
    (
        "/api/moves",
        r#"{"setup":{"game":"cycles","board":{"family":"cycle:5"}}}"#,
    ),
];
const LARGE: (&str, &str) = (
    "/api/solve",
    r#"{"setup":{"game":"coloring","board":{"family":"hypercube:6"},"colors":6},"limits":{"seconds":2}}"#,
);

/// What the clients of one kind saw.
#[derive(Default)]
struct Seen {
    /// How long answers took.
    times: Vec<Duration>,
    busy: usize,
    errors: usize,
}

impl Seen {
    fn add(mut self, other: Self) -> Self {
        self.times.extend(other.times);
        self.busy += other.busy;
        self.errors += other.errors;
        self
    }

    /// The time within which such a share of the answers came, in milliseconds.
    fn quantile(&self, share: f64) -> f64 {
        let place = (share * self.times.len() as f64) as usize;
        let time = self
            .times
            .get(place.min(self.times.len().saturating_sub(1)));
        time.map_or(f64::NAN, |time| 1e3 * time.as_secs_f64())
    }

    fn row(&mut self, name: &str, seconds: f64) {
        self.times.sort_unstable();
        println!(
            "| {name} | {:.0} | {:.1} | {:.1} | {:.1} | {:.1} | {} | {} |",
            self.times.len() as f64 / seconds,
            self.quantile(0.5),
            self.quantile(0.95),
            self.quantile(0.99),
            self.quantile(1.0),
            self.busy,
            self.errors
        );
    }
}

/// A client that keeps its connection.
struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Client {
    fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream: BufReader::new(stream),
            address,
        })
    }

    /// Asks and reads the whole answer; its status.
    fn ask(&mut self, (path, body): (&str, &str)) -> io::Result<u16> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let wrong = || io::Error::other("no answer in HTTP");
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(wrong)?;
        let mut length = None;
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse::<usize>().ok();
            }
        }
        if let Some(length) = length {
            self.skip(length)?;
            return Ok(status);
        }
        loop {
            let size = usize::from_str_radix(&self.line()?, 16).map_err(|_| wrong())?;
            self.skip(size + 2)?;
            if size == 0 {
                return Ok(status);
            }
        }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    fn skip(&mut self, length: usize) -> io::Result<()> {
        let mut rest = vec![0; length];
        self.stream.read_exact(&mut rest)
    }
}

/// Asks one question after the other until the time is over.
fn keep_asking(
    address: SocketAddr,
    questions: &[(&str, &str)],
    first: usize,
    end: Instant,
) -> Seen {
    let mut seen = Seen::default();
    let Ok(mut client) = Client::connect(address) else {
        seen.errors += 1;
        return seen;
    };
    let mut questions = questions.iter().cycle().skip(first % questions.len());
    while let (Some(&question), true) = (questions.next(), Instant::now() < end) {
        let began = Instant::now();
        match client.ask(question) {
            Ok(200) => seen.times.push(began.elapsed()),
            Ok(503) => {
                seen.busy += 1;
                std::thread::sleep(Duration::from_millis(100));
            }
            Ok(_) | Err(_) => {
                seen.errors += 1;
                match Client::connect(address) {
                    Ok(again) => client = again,
                    Err(_) => return seen,
                }
            }
        }
    }
    seen
}

/// What those saw who asked small questions, small computations and long searches.
fn load(address: SocketAddr, greedy: usize, time: Duration) -> [Seen; 3] {
    let end = Instant::now() + time;
    std::thread::scope(|scope| {
        let clients = |count: usize, questions: &'static [(&str, &str)]| -> Vec<_> {
            let client = |i| scope.spawn(move || keep_asking(address, questions, i, end));
            (0..count).map(client).collect()
        };
        let all = [
            clients(CLIENTS / 2, &QUESTIONS),
            clients(CLIENTS / 2, &COMPUTATIONS),
            clients(greedy, &[LARGE]),
        ];
        all.map(|threads| {
            let seen = threads.into_iter().map(|thread| {
                thread.join().unwrap_or(Seen {
                    errors: 1,
                    ..Seen::default()
                })
            });
            seen.fold(Seen::default(), Seen::add)
        })
    })
}

/// `server [SECONDS]`: how long each of the two loads lasts.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let seconds: f64 = match arguments {
        [] => 5.0,
        [seconds] => seconds
            .parse()
            .ok()
            .filter(|seconds| (0.1..=60.0).contains(seconds))
            .ok_or("expected from 0.1 to 60 seconds")?,
        _ => return Err("expected one number of seconds".to_owned()),
    };
    let options = Options {
        port: 0,
        waiting: 4,
        ..Options::default()
    };
    let shutdown = Shutdown::default();
    let stop = shutdown.clone();
    let (sender, receiver) = mpsc::channel();
    let server = std::thread::spawn(move || {
        serve(&options, &stop, &mut |address| {
            // The receiver waits for it.
            let _ = sender.send(address);
        })
    });
    let address = receiver.recv().map_err(|error| error.to_string())?;
    println!("## The server\n");
    println!(
        "{CLIENTS} clients for {seconds} s, half with questions (a position, a move, a board) and half with small computations, alone and beside {GREEDY} that ask for 2 s of search each; times in milliseconds.\n"
    );
    println!("| load | answers/s | p50 | p95 | p99 | longest | busy | errors |");
    println!("|---|---|---|---|---|---|---|---|");
    let time = Duration::from_secs_f64(seconds);
    let [mut questions, mut small, _] = load(address, 0, time);
    questions.row("questions", seconds);
    small.row("small computations", seconds);
    let [mut questions, mut small, mut large] = load(address, GREEDY, time);
    questions.row("questions beside searches", seconds);
    small.row("small computations beside searches", seconds);
    large.row("the searches", seconds);
    println!();
    shutdown.stop();
    match server.join() {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the server panicked".to_owned()),
    }
}
