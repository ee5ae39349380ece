/**
 * Whether a server stands behind this page. `floe site` writes a page without one: it hosts all tables itself, offers
 * nothing that needs others, and its screens have no paths, since a file server knows no other page than this.
 */
export const hasServer = document.querySelector('meta[name="floe-server"]')?.getAttribute('content') !== 'none';
