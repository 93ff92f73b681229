// A stream client that follows docs/stream.md, with only the plain ws package:
//   node stream.js ws://127.0.0.1:7420/v1/stream
// Prints "waits for goaway" when all is well so far; then the test must stop the server.
import assert from 'node:assert/strict';
import WebSocket from 'ws';

const url = process.argv[2];

class Stream {
  constructor(subprotocol) {
    this.socket = new WebSocket(url, subprotocol);
    this.nextSeq = 1;
    this.answers = new Map();
    this.frames = new Map();
    this.pushes = [];
    this.wanted = [];
    this.opened = new Promise((resolve, reject) => {
      this.socket.on('open', resolve);
      this.socket.on('error', reject);
    });
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('message', (data, isBinary) => (isBinary ? this.frame(data) : this.text(data)));
  }

  text(data) {
    const message = JSON.parse(data);
    if ('push' in message) {
      this.pushes.push(message);
      this.wanted = this.wanted.filter((wanted) => !wanted());
    } else {
      this.answers.get(message.seq)(message);
      this.answers.delete(message.seq);
    }
  }

  frame(data) {
    assert.equal(data.readUInt16BE(0), 0x8100);
    const exceptions = [];
    for (let at = 14; at < data.length; at += 8) {
      exceptions.push({
        index: data.readUInt16BE(at),
        code: data.readUInt8(at + 2),
        millis: data.readUInt32BE(at + 4),
      });
    }
    assert.equal(data.readUInt16BE(12), exceptions.length);
    const seq = data.readUInt32BE(4);
    this.frames.get(seq)({
      count: data.readUInt16BE(2),
      validForMs: data.readUInt32BE(8),
      exceptions,
    });
    this.frames.delete(seq);
  }

  ask(op, fields = {}) {
    return this.send({ seq: this.nextSeq++, op, ...fields });
  }

  send(request) {
    return new Promise((resolve) => {
      this.answers.set(request.seq, resolve);
      this.socket.send(JSON.stringify(request));
    });
  }

  renew(leaseIds) {
    const seq = this.nextSeq++;
    const frame = Buffer.alloc(8 + 26 * leaseIds.length);
    frame.writeUInt16BE(0x0100, 0);
    frame.writeUInt16BE(leaseIds.length, 2);
    frame.writeUInt32BE(seq, 4);
    leaseIds.forEach((id, at) => Buffer.from(id, 'base64url').copy(frame, 9 + 26 * at));
    return new Promise((resolve) => {
      this.frames.set(seq, resolve);
      this.socket.send(frame);
    });
  }

  pushed(what) {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.pushes.findIndex((message) => message.push === what);
        if (at >= 0) {
          resolve(this.pushes.splice(at, 1)[0]);
        }
        return at >= 0;
      };
      if (!look()) {
        this.wanted.push(look);
      }
    });
  }

  acquire(key, more = {}) {
    return this.ask('acquire', { key, ttl: '30s', holder: 'node', ...more });
  }
}

async function open(subprotocol) {
  const stream = new Stream(subprotocol);
  await stream.opened;
  assert.equal(stream.socket.protocol, subprotocol ?? '');
  return stream;
}

async function tells(stream) {
  const granted = await stream.acquire(`${stream.socket.protocol}/a`);
  assert.equal(granted.status, 201);
  assert.equal(granted.validForMs, 30000);
  const { leaseId, key, token } = granted;
  assert.equal((await stream.ask('renew', { leaseId })).token, token);

  const refused = await stream.acquire(key, { holder: 'other' });
  assert.deepEqual([refused.status, refused.code, refused.holder], [409, 'HELD', 'node']);
  assert.equal((await stream.ask('renew', { leaseId, wrong: 1 })).field, 'wrong');

  const watch = stream.nextSeq;
  assert.equal((await stream.ask('watch', { key })).status, 200);
  const waits = stream.acquire(key, { holder: 'next', wait: '1m' });
  assert.equal((await stream.ask('release', { leaseId })).status, 200);
  const next = await waits;
  assert.equal(next.holder, 'next');
  assert.ok(next.token > token);
  const released = await stream.pushed('event');
  assert.deepEqual([released.watch, released.type], [watch, 'released']);
  assert.equal((await stream.ask('cancel', { of: watch })).cancelled, true);

  const broken = stream.ask('break', { key, reason: 'maintenance' });
  const [lost] = (await stream.pushed('lost')).leases;
  assert.equal((await broken).status, 200);
  assert.deepEqual(
    [lost.leaseId, lost.code, lost.reason],
    [next.leaseId, 'BROKEN', 'maintenance'],
  );
}

async function renewsManyInOneFrame(stream) {
  const granted = await Promise.all(
    Array.from({ length: 500 }, (_, at) => stream.acquire(`node/many/${at}`)),
  );
  const leaseIds = granted.map((lease) => lease.leaseId);
  assert.deepEqual(await stream.renew(leaseIds), { count: 500, validForMs: 30000, exceptions: [] });

  await stream.ask('release', { leaseId: leaseIds[3] });
  await stream.ask('break', { key: 'node/many/400' });
  const renewed = await stream.renew(leaseIds);
  assert.equal(renewed.validForMs, 30000);
  assert.deepEqual(renewed.exceptions, [
    { index: 3, code: 3, millis: 0 },
    { index: 400, code: 4, millis: 0 },
  ]);
}

async function isClosedWith(subprotocol, message, code) {
  const stream = await open(subprotocol);
  stream.socket.send(message);
  assert.equal(await stream.closed, code);
}

async function isAnsweredPings(stream) {
  const pong = new Promise((resolve) => stream.socket.once('pong', resolve));
  stream.socket.ping('alive?');
  assert.equal((await pong).toString(), 'alive?');
}

const json = await open('tenure.v1.json');
await tells(json);
await isAnsweredPings(json);
const binary = await open('tenure.v1.bin');
await tells(binary);
await renewsManyInOneFrame(binary);
await tells(await open(undefined));
await isClosedWith('tenure.v1.json', Buffer.alloc(8), 1003);
await isClosedWith('tenure.v1.bin', Buffer.alloc(65537), 1009);

console.log('waits for goaway');
for (const stream of [json, binary]) {
  const goaway = await stream.pushed('goaway');
  assert.equal(goaway.code, 'UNAVAILABLE');
  assert.equal(await stream.closed, 1001);
}
console.log('done');
process.exit(0);
