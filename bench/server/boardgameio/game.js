// What boardgame.io is measured with: a card game with hidden hands, and Diamant's simultaneous decisions.
// Written as its documentation recommends: secrets under G.secret and G.players, stripped by PlayerView.STRIP_SECRETS,
// moves that need secrets run on the server only. Games go on for ever: a new match would cost it more than a move,
// and the moves are what is compared.
const { PlayerView, INVALID_MOVE } = require('boardgame.io/core');

const STONES = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17];
const HAZARDS = ['snakes', 'scorpions', 'rocks', 'gas', 'explosion'];
const COPIES = 3;
const SEATS = 4;

// The card game: in turn everybody plays one of six cards from a hidden hand face up and draws another; when the deck
// is empty the cards on the table are its next. As many cards as Saboteur has, no option but what its rules need.
const HAND = 6;
const CARDS = 71;

const cards = {
  name: 'cards',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => {
    const pile = random.Shuffle(Array.from({ length: CARDS }, (_, card) => card));
    const players = {};
    for (let seat = 0; seat < SEATS; seat += 1) players[seat] = { hand: pile.splice(0, HAND) };
    return { secret: { deck: pile }, players, table: [] };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, which) => {
        const { hand } = G.players[playerID];
        if (!Number.isInteger(which) || which < 0 || which >= hand.length) return INVALID_MOVE;
        G.table.push({ card: hand[which], by: playerID });
        hand.splice(which, 1);
        if (G.secret.deck.length === 0) {
          G.secret.deck = random.Shuffle(G.table.map(({ card }) => card));
          G.table = [];
        }
        hand.push(G.secret.deck.pop());
        return undefined;
      },
    },
  },
};

// Diamant's decisions: everybody in the cave secretly stays or leaves, a shared pile is turned.

const deck = () => [
  ...STONES.map((stones) => ({ stones })),
  ...HAZARDS.flatMap((hazard) => Array.from({ length: COPIES }, () => ({ hazard }))),
];

function enter(G, random) {
  const removed = [...G.removed];
  const cards = deck().filter((card) => {
    const at = removed.indexOf(card.hazard);
    if (at >= 0) removed.splice(at, 1);
    return at < 0;
  });
  G.secret.pile = random.Shuffle(cards);
  G.gallery = [];
  G.loot = 0;
  G.inside = Object.keys(G.players);
  turnCard(G, random);
}

function turnCard(G, random) {
  const card = G.secret.pile.pop();
  const seen = card.hazard !== undefined && G.gallery.some((turned) => turned.hazard === card.hazard);
  if (seen) {
    G.removed = [...G.removed, card.hazard].slice(-HAZARDS.length);
    leaveCave(G, random);
  } else if (card.hazard !== undefined) {
    G.gallery.push({ hazard: card.hazard, left: 0 });
  } else {
    G.loot += Math.floor(card.stones / G.inside.length);
    G.gallery.push({ stones: card.stones, left: card.stones % G.inside.length });
  }
  if (G.inside.length > 0 && G.secret.pile.length === 0) leaveCave(G, random);
}

function leaveCave(G, random) {
  G.inside = [];
  G.cave += 1;
  enter(G, random);
}

function resolve(G, random) {
  const leavers = G.inside.filter((seat) => G.players[seat].choice === 'leave');
  G.shown = Object.fromEntries(G.inside.map((seat) => [seat, G.players[seat].choice]));
  for (const player of Object.values(G.players)) player.choice = null;
  G.chosen = [];
  if (leavers.length > 0) {
    const left = G.gallery.reduce((sum, turned) => sum + turned.left, 0);
    for (const seat of leavers) G.chests[seat] += G.loot + Math.floor(left / leavers.length);
    G.gallery.forEach((turned) => { turned.left = 0; });
    if (G.gallery.length > 0) G.gallery[G.gallery.length - 1].left = left % leavers.length;
    G.inside = G.inside.filter((seat) => !leavers.includes(seat));
  }
  if (G.inside.length === 0) leaveCave(G, random);
  else turnCard(G, random);
}

function choose({ G, playerID, random }, choice) {
  const known = choice === 'go_on' || choice === 'leave';
  if (!known || !G.inside.includes(playerID) || G.players[playerID].choice !== null) return INVALID_MOVE;
  G.players[playerID].choice = choice;
  G.chosen.push(playerID);
  if (G.inside.every((seat) => G.players[seat].choice !== null)) resolve(G, random);
  return undefined;
}

// `anyOrder` is boardgame.io's own option for simultaneous moves: without it, it drops a move made on a state that has
// changed since, even if the change was another player's secret choice.
const game = ({ name, anyOrder }) => ({
  name,
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => {
    const seats = Array.from({ length: SEATS }, (_, seat) => String(seat));
    const G = {
      secret: { pile: [] },
      players: Object.fromEntries(seats.map((seat) => [seat, { choice: null }])),
      chests: Object.fromEntries(seats.map((seat) => [seat, 0])),
      cave: 0, removed: [], gallery: [], loot: 0, inside: [], chosen: [], shown: {},
    };
    enter(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves: { choose: { move: choose, client: false, redact: true, ignoreStaleStateID: anyOrder } },
  turn: { activePlayers: { all: 'choosing' }, stages: { choosing: {} } },
});

module.exports = {
  SEATS,
  games: [
    cards,
    game({ name: 'any-order', anyOrder: true }),
    game({ name: 'as-usual', anyOrder: false }),
  ],
};
