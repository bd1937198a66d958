// node load.js '{"what": "load" | "simultaneous" | "reconnect", "url": ..., ...}'; prints what the players saw as JSON.
// Players speak boardgame.io's socket.io protocol directly: lighter than its own client, so that the figures are the
// server's.
const { io } = require('socket.io-client');
const { SEATS } = require('./game');

const asked = JSON.parse(process.argv[2]);
const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });
const now = () => performance.now();

class Player {
  constructor(seat, game) {
    this.seat = String(seat);
    this.state = null;
    this.socket = io(`${asked.url}/${game}`, { transports: ['websocket'], forceNew: true, reconnection: false });
    this.opened = new Promise((done, failed) => {
      this.socket.once('connect', done);
      this.socket.once('connect_error', failed);
    });
    this.lost = false;
    this.socket.on('disconnect', () => { this.lost = true; });
    this.socket.on('sync', (match, { state }) => { if (match === this.match) this.see(state, []); });
    this.socket.on('update', (match, state, log) => { if (match === this.match) this.see(state, log); });
  }

  // The state of a match, made if there is none.
  sync(match) {
    this.match = match;
    this.state = null;
    return new Promise((done) => {
      this.synced = done;
      this.socket.emit('sync', match, this.seat, undefined, SEATS);
    });
  }

  see(state, log) {
    this.state = state;
    if (this.synced) { this.synced(state); this.synced = null; }
    const mine = log.some(({ action }) => action.type === 'MAKE_MOVE' && action.payload.playerID === this.seat);
    this.heard(mine);
  }

  heard() {}

  get mayChoose() {
    return this.state.G.inside.includes(this.seat) && !this.state.G.chosen.includes(this.seat);
  }

  choose(choice) {
    const action = { type: 'MAKE_MOVE', payload: { type: 'choose', args: [choice], playerID: this.seat } };
    this.socket.emit('update', action, this.state._stateID, this.match, this.seat);
  }
}

const tally = { counting: false, latencies: [], dropped: 0 };

// Chooses at random, `think` seconds after it may; sends again what the server drops without a word.
class Gambler extends Player {
  constructor(seat, game) {
    super(seat, game);
    this.sentAt = null;
    this.asked = true;
  }

  heard(mine) {
    if (this.sentAt !== null && mine) {
      if (tally.counting) tally.latencies.push(now() - this.sentAt);
      this.sentAt = null;
      this.asked = false;
    } else if (this.sentAt !== null && this.mayChoose && asked.game === 'as-usual') {
      tally.dropped += tally.counting ? 1 : 0;
      this.choose(this.choice);
    }
    if (this.mayChoose && !this.asked) {
      this.asked = true;
      if (asked.think > 0) setTimeout(() => this.act(), asked.think * 1000 * (0.5 + Math.random()));
      else this.act();
    }
  }

  act() {
    this.choice = Math.random() < 0.5 ? 'go_on' : 'leave';
    this.sentAt = now();
    this.choose(this.choice);
  }
}

// The first makes the match before the others come: two at once could make it twice.
async function seated(kind, game, match) {
  const players = Array.from({ length: SEATS }, (_, seat) => new kind(seat, game));
  await Promise.all(players.map((player) => player.opened));
  for (const player of players) await player.sync(match);
  return players;
}

async function load() {
  const everybody = [];
  for (let number = 0; number < asked.tables; number += 1) {
    everybody.push(...await seated(Gambler, asked.game, `${process.pid}-${number}`));
  }
  for (const player of everybody) { player.asked = false; player.heard(false); }
  await sleep(asked.warm * 1000);
  const cpu = process.cpuUsage();
  const began = now();
  tally.counting = true;
  await sleep(asked.seconds * 1000);
  tally.counting = false;
  const seconds = (now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const spent = tally.latencies.sort((a, b) => a - b);
  const at = (part) => (spent.length ? Number(spent[Math.min(spent.length - 1, Math.floor(spent.length * part))].toFixed(2)) : 0);
  return {
    tables: asked.tables,
    players: asked.tables * SEATS,
    seconds: Number(seconds.toFixed(2)),
    moves: spent.length,
    moves_per_second: Number((spent.length / seconds).toFixed(1)),
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    worst_ms: at(1),
    dropped: tally.dropped,
    lost: everybody.filter((player) => player.lost).length,
    load_cpu: Number(((user + system) / 1e6 / seconds).toFixed(2)),
  };
}

async function until(condition, within = 30000) {
  const end = now() + within;
  while (!condition()) {
    if (now() > end) throw new Error(`still waiting: ${condition}`);
    await sleep(1);
  }
}

const together = (players) => new Set(players.map((player) => player.state._stateID)).size === 1;

// One more choice, made when everybody has seen the last.
async function oneMore(players) {
  await until(() => together(players));
  const player = players.find((one) => one.mayChoose);
  const before = player.state._stateID;
  player.choose('go_on');
  await until(() => players.every((one) => one.state._stateID > before));
}

// Rounds in which all send at once: how many of the choices count.
async function simultaneous() {
  const players = await seated(Player, asked.game, `${process.pid}-simultaneous`);
  let accepted = 0;
  for (let round = 0; round < asked.rounds; round += 1) {
    await until(() => together(players) && players.every((player) => player.mayChoose));
    const before = players[0].state._stateID;
    let last = now();
    for (const player of players) player.heard = () => { last = now(); };
    for (const player of players) player.choose('go_on');
    // Whoever is dropped hears nothing, so that silence is the only answer there is.
    await until(() => now() - last > asked.silence_ms && together(players));
    accepted += players[0].state._stateID - before;
    while (!players.every((player) => player.mayChoose)) await oneMore(players);
  }
  return { sent: asked.rounds * SEATS, accepted };
}

// What comes in over the wire from opening a connection until the position is there, after so many moves.
async function reconnect() {
  const match = `${process.pid}-reconnect`;
  const players = await seated(Player, 'any-order', match);
  const bytes = {};
  for (const moves of asked.moves) {
    while (players[0].state._stateID < moves) await oneMore(players);
    const player = new Player(0, 'any-order');
    await player.opened;
    await player.sync(match);
    bytes[moves] = player.socket.io.engine.transport.ws._socket.bytesRead;
    player.socket.close();
  }
  return bytes;
}

const work = { load, simultaneous, reconnect }[asked.what];
work().then((found) => {
  process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
}, (error) => {
  console.error(error);
  process.exit(1);
});
