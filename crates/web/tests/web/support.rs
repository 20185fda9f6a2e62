//! A running server, plain HTTP, and sockets.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread::JoinHandle;

use masume_presentation::locale::Locale;
use masume_service::{Host, Service, Surroundings};
use masume_store::Keeper;
use masume_web::{Ender, Server, Settings, Shown};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::handshake::client::Request;
use tungstenite::{Message, WebSocket};

/// A server that ends with its test.
pub(crate) struct Running {
    pub(crate) port: u16,
    pub(crate) token: String,
    ender: Ender,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn begin(shown: Shown) -> Self {
        let settings = Settings {
            port: 0,
            shown,
            locale: Locale::English,
            service: Box::new(|_| Service::new(Host::new(Keeper::of_nothing()))),
            surroundings: Surroundings::default,
        };
        Self::with(settings)
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let server = Server::bind(settings).unwrap();
        let address = server.address();
        let rest = address.strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = rest.split_once("/?token=").unwrap();
        let (port, token) = (port.parse().unwrap(), token.to_owned());
        let ender = server.ender();
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self { port, token, ender, thread: Some(thread) }
    }

    /// Ends the server, and waits until it has ended.
    pub(crate) fn end(&mut self) {
        self.ender.end();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// The whole answer to a plain question with these lines of headers.
    pub(crate) fn http(&self, line: &str, headers: &[(&str, &str)]) -> String {
        String::from_utf8_lossy(&self.http_bytes(line, headers)).into_owned()
    }

    /// The same, byte by byte.
    pub(crate) fn http_bytes(&self, line: &str, headers: &[(&str, &str)]) -> Vec<u8> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let headers: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        write!(stream, "{line} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    /// The answer to a question of this server's own page.
    pub(crate) fn get(&self, path: &str) -> String {
        self.http(&format!("GET {path}"), &[("Host", &self.host())])
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A request for a socket, as this server's own page makes it.
    pub(crate) fn request(&self, token: &str) -> Request {
        let url = format!("ws://{}/socket?token={token}", self.host());
        let mut request = url.into_client_request().unwrap();
        let origin = format!("http://{}", self.host()).parse().unwrap();
        request.headers_mut().insert("Origin", origin);
        request
    }

    pub(crate) fn try_open(&self, request: Request) -> Result<Socket, u16> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn open(&self) -> Socket {
        self.try_open(self.request(&self.token)).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ender.end();
    }
}

/// The page's end of a socket.
pub(crate) struct Socket(pub(crate) WebSocket<TcpStream>);

impl Socket {
    pub(crate) fn send(&mut self, ask: &Value) {
        self.0.send(Message::text(ask.to_string())).unwrap();
    }

    /// The next line, or the code with which the socket was closed.
    pub(crate) fn next(&mut self) -> Result<Value, u16> {
        loop {
            match self.0.read() {
                Ok(Message::Text(line)) => return Ok(serde_json::from_str(&line).unwrap()),
                Ok(Message::Close(Some(frame))) => return Err(frame.code.into()),
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The reply to a question; notices before it are left out.
    pub(crate) fn ask(&mut self, ask: Value) -> Value {
        self.send(&json!({ "id": 7, "ask": ask }));
        loop {
            let line = self.next().unwrap();
            if line.get("event").is_none() {
                assert_eq!(line["id"], 7);
                return line;
            }
        }
    }
}
