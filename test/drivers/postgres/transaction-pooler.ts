/** A pooler in transaction mode, as PgBouncer has it: a client has a connection of the server for one transaction at a time. */

import { createServer, connect as open, type Socket } from 'node:net';
import { openPort } from '../../open-port.ts';

const SSL_REQUEST = 80_877_103;
const code = (letter: string): number => letter.charCodeAt(0);
const [READY, QUERY, SYNC, TERMINATE] = ['Z', 'Q', 'S', 'X'].map(code);
const IDLE = code('I');

interface Connection {
  readonly socket: Socket;
  /** What the server says of itself when somebody logs in. */
  readonly greeting: Buffer;
  client: Client | undefined;
  last: Client | undefined;
}

interface Client {
  readonly socket: Socket;
  connection: Connection | undefined;
  waiting: Buffer[];
  /** Questions that are not answered yet. */
  open: number;
}

export interface TransactionPooler {
  readonly port: number;
  /** How often a connection came to another client than before. */
  readonly switches: number;
  close(): Promise<void>;
}

export async function openTransactionPooler(to: {
  readonly port: number;
  readonly connections: number;
}): Promise<TransactionPooler> {
  const free: Connection[] = [];
  const waiting: Client[] = [];
  const sockets = new Set<Socket>();
  let made = 0;
  let switches = 0;

  const connect = (startup: Buffer) =>
    new Promise<Connection>((resolve, reject) => {
      const socket = open(to.port, '127.0.0.1');
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', reject);
      socket.write(startup);
      const connection: { current?: Connection } = {};
      const said: Buffer[] = [];
      onMessages(socket, (message) => {
        const { current } = connection;
        if (current === undefined) {
          said.push(message);
          if (message[0] !== READY) return;
          const made = { socket, greeting: Buffer.concat(said), client: undefined, last: undefined };
          connection.current = made;
          resolve(made);
        } else answered(current, message);
      });
    });
  const answered = (connection: Connection, message: Buffer) => {
    const { client } = connection;
    if (client === undefined) return;
    client.socket.write(message);
    if (message[0] !== READY) return;
    client.open--;
    if (message[5] !== IDLE || client.open > 0) return;
    client.connection = undefined;
    connection.client = undefined;
    free.push(connection);
    serve();
  };
  const serve = () => {
    while (free.length > 0 && waiting.length > 0) {
      const [connection, client] = [free.shift()!, waiting.shift()!];
      if (connection.last !== undefined && connection.last !== client) switches++;
      Object.assign(connection, { client, last: client });
      client.connection = connection;
      for (const message of client.waiting.splice(0)) connection.socket.write(message);
    }
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const client: Client = { socket, connection: undefined, waiting: [], open: 0 };
    let isIn = false;
    onMessages(
      socket,
      (message) => {
        if (!isIn) {
          if (message.readInt32BE(4) === SSL_REQUEST) return void socket.write('N');
          isIn = true;
          void login(message).then((greeting) => socket.write(greeting));
          return;
        }
        if (message[0] === TERMINATE) return void socket.end();
        if (message[0] === QUERY || message[0] === SYNC) client.open++;
        if (client.connection !== undefined) return void client.connection.socket.write(message);
        client.waiting.push(message);
        if (!waiting.includes(client)) waiting.push(client);
        serve();
      },
      () => isIn,
    );
  });
  let greeting: Buffer | undefined;
  const login = async (startup: Buffer): Promise<Buffer> => {
    if (made < to.connections) {
      made++;
      const connection = await connect(startup);
      greeting ??= connection.greeting;
      free.push(connection);
      serve();
    }
    while (greeting === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    return greeting;
  };
  const port = await openPort(server);
  return {
    port,
    get switches() {
      return switches;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Cuts a stream into messages; the first ones of a client have no letter in front. */
function onMessages(socket: Socket, on: (message: Buffer) => void, hasLetter = () => true): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    while (true) {
      const from = hasLetter() ? 1 : 0;
      if (rest.length < from + 4) return;
      const end = from + rest.readInt32BE(from);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      on(message);
    }
  });
}
