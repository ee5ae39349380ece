/** Line icons in a box of 24 by 24, drawn with a stroke. */
export const ICONS = {
  back: 'M15 5l-7 7 7 7',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  check: 'M5 13l5 5L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  faster: 'M5 6l7 6-7 6zM13 6l7 6-7 6z',
  first: 'M6 5v14M19 5l-9 7 9 7z',
  flag: 'M6 21V4M6 4h12l-3 4 3 4H6',
  friends:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.6 3 5.5',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9c-.6.5-.9 1-.9 1.6H9.4c0-.6-.3-1.1-.9-1.6A6 6 0 0 1 12 3z',
  keys: 'M3 7h18v11H3zM6.5 10.5h1M10 10.5h1M13.5 10.5h1M17 10.5h.5M7 14.5h10',
  last: 'M18 5v14M5 5l9 7-9 7z',
  leave: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  machine: 'M5 9h14v10H5zM12 9V5M12 4.5h.01M9 13.5h.01M15 13.5h.01M9.5 16.5h5M3 13v3M21 13v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  next: 'M7 5l10 7-10 7z',
  pause: 'M8 5v14M16 5v14',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4.5 3-7 7.5-7s7.5 2.5 7.5 7',
  play: 'M7 4l13 8-13 8z',
  plus: 'M12 5v14M5 12h14',
  previous: 'M17 5L7 12l10 7z',
  rematch: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  text: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2',
} as const;

export type IconName = keyof typeof ICONS;
