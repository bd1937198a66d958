// node server.js memory | node server.js flatfile FOLDER; says its port and its process on one line.
const { Server, FlatFile } = require('boardgame.io/server');
const { games } = require('./game');

const [storage, folder] = process.argv.slice(2);
const db = storage === 'flatfile' ? new FlatFile({ dir: folder }) : undefined;
Server({ games, db, origins: [] })
  .run({ port: 0 })
  .then(({ appServer }) => console.log(JSON.stringify({ port: appServer.address().port, pid: process.pid })));
// Ends with whoever started it.
process.stdin.on('end', () => process.exit(0)).resume();
