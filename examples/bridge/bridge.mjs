// Gives the events of hitzoned to web pages on this machine, as server-sent events:
//   node bridge.mjs [SOCKET [PORT]]
// In a page: new EventSource("http://127.0.0.1:8470/").onmessage = (message) => console.log(JSON.parse(message.data));
import http from "node:http";
import net from "node:net";

const [socket = "/run/hitzone/hitzone.sock", port = "8470"] = process.argv.slice(2);
const call = { method: "io.hitzone.Subscribe", parameters: {}, more: true };

const server = http.createServer((request, response) => {
    const daemon = net.createConnection(socket, () => {
        // Pages of any origin may listen, for a kiosk's page is often a file; nobody but this machine can connect.
        response.writeHead(200, { "Content-Type": "text/event-stream", "Access-Control-Allow-Origin": "*" });
        response.flushHeaders();
        daemon.write(JSON.stringify(call) + "\0");
    });
    let pending = "";
    daemon.setEncoding("utf8").on("data", (text) => {
        const messages = (pending + text).split("\0");
        pending = messages.pop();
        for (const message of messages) {
            response.write(`data: ${JSON.stringify(JSON.parse(message).parameters)}\n\n`);
        }
    });
    // The page's EventSource connects again by itself, so it survives a restart of the daemon.
    daemon.on("error", () => response.headersSent ? response.end() : response.writeHead(503).end());
    daemon.on("close", () => response.end());
    response.on("close", () => daemon.destroy());
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
