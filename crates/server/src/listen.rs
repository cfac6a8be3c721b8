//! Connections: how many, how long they may dawdle, and how all of it ends.

use crate::Options;
use crate::api;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_io_timeout::TimeoutStream;

/// So many connections are served at a time; more wait until one ends.
const MOST_CONNECTIONS: usize = 512;
/// A client that takes nothing for so long is dropped.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// After an accept that failed.
const PAUSE: Duration = Duration::from_millis(50);
/// How long the end may take.
const LAST_WORDS: Duration = Duration::from_millis(400);
/// Searches recurse as deep as games are long.
const STACK: usize = 16 << 20;

/// Tells a server to stop.
#[derive(Clone, Debug)]
pub struct Shutdown(Arc<watch::Sender<bool>>);

impl Default for Shutdown {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Shutdown {
    /// Stops the server: no new requests, and work ends.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn is_set(&self) -> bool {
        *self.0.borrow()
    }

    async fn wait(&self) {
        // The sender is alive as long as `self` is.
        let _ = self.0.subscribe().wait_for(|stop| *stop).await;
    }
}

/// Serves until `shutdown` says stop. `ready` is told the address as soon as clients
/// can connect.
///
/// # Errors
/// The address cannot be listened on.
pub fn serve(
    options: &Options,
    shutdown: &Shutdown,
    // Not generic, or all that serves would be compiled once more for every caller.
    ready: &mut dyn FnMut(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(STACK)
        .enable_io()
        .enable_time()
        .build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind((options.address, options.port)).await?;
        let address = listener.local_addr()?;
        ready(address);
        accept(&listener, options, address, shutdown).await;
        Ok(())
    });
    // Work that has not noticed yet is left behind; it holds nothing that must be saved.
    runtime.shutdown_timeout(LAST_WORDS);
    served
}

async fn accept(
    listener: &TcpListener,
    options: &Options,
    address: SocketAddr,
    shutdown: &Shutdown,
) {
    let router = api::router(options, address, shutdown.clone());
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        };
        let stream = tokio::select! {
            () = shutdown.wait() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            },
        };
        let (router, shutdown) = (router.clone(), shutdown.clone());
        let patience = options.patience;
        tokio::spawn(async move {
            let _place = place;
            converse(stream, router, patience, &shutdown).await;
        });
    }
    // Those who are being answered get a moment.
    let all = MOST_CONNECTIONS as u32 - 1;
    let _ = tokio::time::timeout(LAST_WORDS, places.acquire_many(all)).await;
}

async fn converse(
    stream: TcpStream,
    router: axum::Router,
    patience: Duration,
    shutdown: &Shutdown,
) {
    // Lines of a stream should not wait for each other.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    let service = TowerToHyperService::new(router);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = std::pin::pin!(connection);
    // Errors are those of the client, who is gone.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = shutdown.wait() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
