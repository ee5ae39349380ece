// A boardgame.io server with a game of 200 moves: node server.cjs FOLDER, an empty FOLDER keeps matches in memory.
// Says its ports on stdout when it serves: for play, and for the lobby.
const { Server, FlatFile } = require('boardgame.io/server');

const CELLS = 200;

const Game = {
  name: 'cells',
  setup: () => ({ cells: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return 'INVALID_MOVE';
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};

const folder = process.argv[2];
const server = Server({ games: [Game], origins: [], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
const anyPort = { host: '127.0.0.1', port: 0 };
server.run({ port: anyPort, lobbyConfig: { apiPort: anyPort } }).then(({ appServer, apiServer }) => {
  console.log(`listening ${appServer.address().port} ${apiServer.address().port}`);
});
