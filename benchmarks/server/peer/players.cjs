// Players of a boardgame.io server: node players.cjs PORT LOBBY_PORT MATCHES WARM_SECONDS SECONDS.
// Two people a match, each with a socket, play as fast as they are answered, match after match. They speak
// boardgame.io's messages over its socket.io client directly, which spares them the work of a whole client.
const { LobbyClient } = require('boardgame.io/client');
const { io } = require('socket.io-client');
const { performance } = require('node:perf_hooks');

const [port, lobbyPort, matches, warm, seconds] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const lobby = new LobbyClient({ server: `http://127.0.0.1:${lobbyPort}` });
const own = [];
const others = [];
let since = Infinity;
let until = Infinity;
let playing = true;

const note = (durations, sent) => {
  if (sent >= since && sent < until) durations.push((performance.now() - sent) / 1000);
};

async function match(everybodySits) {
  const { matchID } = await lobby.createMatch('cells', { numPlayers: 2 });
  const sockets = [];
  const sent = new Map();
  let begun = false;
  let newest = null;
  let ended;
  const over = new Promise((resolve) => (ended = resolve));

  const move = (state) => {
    newest = state;
    if (state.ctx.gameover || !playing) return ended();
    if (!begun) return;
    const player = state.ctx.currentPlayer;
    const { socket, credentials } = sockets[Number(player)];
    const action = {
      type: 'MAKE_MOVE',
      payload: { type: 'take', args: [state.ctx.turn - 1], playerID: player, credentials },
    };
    sent.set(state._stateID + 1, { at: performance.now(), player });
    socket.emit('update', action, state._stateID, matchID, player);
  };

  for (const playerID of ['0', '1']) {
    const { playerCredentials: credentials } = await lobby.joinMatch('cells', matchID, {
      playerID,
      playerName: `Player ${playerID}`,
    });
    const socket = io(`${address}/cells`, { transports: ['websocket'], forceNew: true });
    sockets.push({ socket, credentials });
    const synced = new Promise((resolve) => socket.on('sync', (_, info) => resolve(info.state)));
    socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, 2));
    socket.on('update', (_, state) => {
      const { at, player } = sent.get(state._stateID);
      note(player === playerID ? own : others, at);
      // Whoever is to move does so when the own screen shows that it is the turn.
      if (state.ctx.gameover || state.ctx.currentPlayer === playerID) move(state);
    });
    newest = await synced;
  }
  await everybodySits();
  begun = true;
  move(newest);
  await over;
  for (const { socket } of sockets) socket.close();
}

async function main() {
  let sitting = 0;
  let begin;
  const all = new Promise((resolve) => (begin = resolve));
  const everybodySits = () => {
    sitting += 1;
    if (sitting === matches) begin();
    return all;
  };
  const play = async () => {
    while (playing) await match(everybodySits);
  };
  const plays = Array.from({ length: matches }, play);
  await all;
  since = performance.now() + warm * 1000;
  until = since + seconds * 1000;
  await new Promise((resolve) => setTimeout(resolve, (warm + seconds) * 1000));
  playing = false;
  await Promise.all(plays);
  process.stdout.write(JSON.stringify({ own, others }), () => process.exit(0));
}

main();
