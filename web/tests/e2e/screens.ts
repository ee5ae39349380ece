/** Every screen that needs no table. */
export const SCREENS = [
  '/',
  '/new',
  '/lobby',
  '/games',
  '/replay',
  '/analyse',
  '/puzzles',
  '/learn',
  '/rules/icecult',
  '/rules/igluiglu',
  '/cubes',
  '/settings',
  '/about',
  '/privacy',
  '/devices',
  '/move',
];
