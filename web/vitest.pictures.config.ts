import e2e from './vitest.e2e.config';

/** `npm run pictures` takes the pictures of the main screens that the documentation shows. */
export default { ...e2e, test: { ...e2e.test, include: ['tests/pictures/**/*.ts'] } };
