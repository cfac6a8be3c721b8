//! A server in this process, and the plainest of clients.

use outplay_server::{Options, Shutdown, serve};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than anything takes that works, on a machine that does much else; shorter than
/// [`HOURS`].
pub(crate) const LONG: Duration = Duration::from_secs(120);
/// The time of computations that must not be waited for, in seconds.
pub(crate) const HOURS: f64 = 600.0;

/// A server that stops when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    shutdown: Shutdown,
    thread: Option<JoinHandle<()>>,
}

/// Small, so that it is soon busy.
pub(crate) fn options() -> Options {
    Options {
        port: 0,
        workers: 1,
        waiting: 1,
        memory: 100 << 20,
        ..Options::default()
    }
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::with(options())
    }

    pub(crate) fn with(options: Options) -> Self {
        let shutdown = Shutdown::default();
        let (sender, receiver) = mpsc::channel();
        let stop = shutdown.clone();
        let thread = std::thread::spawn(move || {
            serve(&options, &stop, &mut |address| {
                sender.send(address).unwrap()
            })
            .unwrap();
        });
        Self {
            address: receiver.recv().unwrap(),
            shutdown,
            thread: Some(thread),
        }
    }

    pub(crate) fn stop(&mut self) {
        self.shutdown.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub(crate) fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        Client(BufReader::new(stream))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.connect().request("GET", path, "", b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Json) -> Answer {
        self.post_text(path, &body.to_string())
    }

    pub(crate) fn post_text(&self, path: &str, body: &str) -> Answer {
        let kind = "content-type: application/json\r\n";
        self.connect().request("POST", path, kind, body.as_bytes())
    }

    /// The last line of a stream, which must be a result. It has all the time that it needs,
    /// unless the question says how long.
    pub(crate) fn result(&self, path: &str, body: &Json) -> Json {
        let mut body = body.clone();
        if body["limits"].is_null() {
            body["limits"] = json!({ "seconds": 600 });
        }
        let answer = self.post(path, &body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        let last = answer.lines().pop().unwrap();
        assert_eq!(last["event"], "result", "{path} {body}: {last}");
        last
    }

    /// How many computations run and wait.
    pub(crate) fn load(&self) -> (u64, u64) {
        let health = self.get("/healthz").json();
        let number = |key: &str| health[key].as_u64().unwrap();
        (number("running"), number("waiting"))
    }

    /// Waits until so many computations run and wait.
    pub(crate) fn wait_for(&self, load: (u64, u64)) {
        let began = Instant::now();
        while self.load() != load {
            let late = began.elapsed() > LONG;
            assert!(!late, "the load is {:?}, expected {load:?}", self.load());
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// The result of a small computation, which a busy server may refuse for a moment.
    pub(crate) fn patient_result(&self, path: &str, body: &Json) -> Json {
        let began = Instant::now();
        loop {
            let answer = self.post(path, body);
            if answer.status != 503 {
                assert_eq!(answer.status, 200, "{}", answer.text());
                return answer.lines().pop().unwrap();
            }
            assert!(began.elapsed() < LONG, "still busy");
            std::thread::sleep(Duration::from_millis(25));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A connection.
pub(crate) struct Client(BufReader<TcpStream>);

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    pub(crate) fn lines(&self) -> Vec<Json> {
        let text = self.text();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect()
    }

    /// The message of an error with this status.
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let kind = self.header("content-type");
        assert_eq!(kind, Some("application/problem+json"), "{}", self.text());
        let problem = self.json();
        assert_eq!(problem["status"], status);
        problem["detail"].as_str().unwrap().to_owned()
    }
}

impl Client {
    /// Sends bytes as they are.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        // The server may have hung up already, and answered.
        let _ = self.0.get_mut().write_all(bytes);
    }

    pub(crate) fn head(&mut self, method: &str, path: &str, headers: &str, length: usize) {
        let host = self.0.get_ref().peer_addr().unwrap();
        let host = match headers.contains("host:") {
            true => String::new(),
            false => format!("host: {host}\r\n"),
        };
        let head =
            format!("{method} {path} HTTP/1.1\r\n{host}{headers}content-length: {length}\r\n\r\n");
        self.send(head.as_bytes());
    }

    pub(crate) fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> Answer {
        self.head(method, path, headers, body.len());
        self.send(body);
        self.answer(method == "HEAD").expect("an answer")
    }

    /// A line of the stream.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line) {
            Ok(n) if n > 0 => Some(line.trim_end().to_owned()),
            _ => None,
        }
    }

    /// Does the server close the connection, after whatever it still has to say?
    pub(crate) fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.0.read_to_end(&mut rest) {
            Ok(_) => true,
            Err(error) => error.kind() == ErrorKind::ConnectionReset,
        }
    }

    /// Reads an answer; nothing if the connection was closed.
    pub(crate) fn answer(&mut self, without_body: bool) -> Option<Answer> {
        let first = self.line()?;
        let status = first.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            match line.split_once(':') {
                Some((name, value)) => {
                    headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
                }
                None => break,
            }
        }
        let mut answer = Answer {
            status,
            headers,
            body: Vec::new(),
        };
        if without_body {
            return Some(answer);
        }
        if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                let size = usize::from_str_radix(&self.line()?, 16).ok()?;
                let mut chunk = vec![0; size + 2];
                self.0.read_exact(&mut chunk).ok()?;
                if size == 0 {
                    return Some(answer);
                }
                answer.body.extend_from_slice(&chunk[..size]);
            }
        }
        let length = answer.header("content-length").unwrap_or("0");
        answer.body = vec![0; length.parse().ok()?];
        self.0.read_exact(&mut answer.body).ok()?;
        Some(answer)
    }
}
