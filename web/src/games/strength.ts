/**
 * How strong the machine players are, as measured (docs/strength.md): Elo above random play, for two players.
 *
 * A test holds these against the page, so that they change with it.
 */

export const ELO: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  icecult: { beginner: 509, easy: 958, medium: 1306, hard: 1755, strong: 2435 },
  igluiglu: { beginner: 448, easy: 843, medium: 1186, hard: 1691, strong: 1974 },
};
