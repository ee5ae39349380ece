/** The ice from above, painted once: spaces with their numbers, cracks, the warmth at the ends; and its shade on the sea. */

import type { Colour } from '../../model/cubesets';
import type { Direction } from '../../model/geometry';
import { chances } from './chance';
import { BLOCK, Layout, PATH, UNIT } from './layout';
import { canvasOf, drawMark, type Palette } from './paint';

export interface Floe {
  kind: 'path' | 'base' | 'start' | 'home';
  path?: Direction;
  space?: number;
  colour?: Colour;
  top: number;
  /** Corners (x, z), clockwise as seen from above. */
  outline: [number, number][];
}

const SIZE = 2048;

type Context = CanvasRenderingContext2D;

function traced(context: Context, outline: [number, number][]): void {
  context.beginPath();
  outline.forEach(([x, z], i) => (i ? context.lineTo(x, z) : context.moveTo(x, z)));
  context.closePath();
}

/** A canvas in which one unit is one unit of the scene. */
function pictureOf(reach: number, size: number): Context {
  const context = canvasOf(size, size);
  const scale = size / (reach * 2);
  context.setTransform(scale, 0, 0, scale, size / 2, size / 2);
  return context;
}

export function paintIce(floes: Floe[], layout: Layout, reach: number, palette: Palette): Context {
  const context = pictureOf(reach, SIZE);
  const cold = context.createRadialGradient(0, 0, 0.6, 0, 0, reach);
  cold.addColorStop(0, '#c3e2ee');
  cold.addColorStop(0.4, '#e3f3f8');
  cold.addColorStop(0.72, '#f4f8f6');
  cold.addColorStop(1, '#ffe9cb');
  context.fillStyle = cold;
  context.fillRect(-reach, -reach, reach * 2, reach * 2);
  const chance = chances(29);
  for (const floe of floes) {
    context.save();
    traced(context, floe.outline);
    context.clip();
    context.fillStyle = cold;
    context.fill();
    paintSnow(context, floe, chance);
    if (floe.kind === 'path') paintSpace(context, floe.path!, floe.space!, layout);
    if (floe.kind === 'base') paintHollow(context);
    if (floe.kind === 'start' || floe.kind === 'home') paintShore(context, floe, layout, palette);
    context.restore();
    traced(context, floe.outline);
    context.strokeStyle = 'rgb(255 255 255 / 0.9)';
    context.lineWidth = 0.036;
    context.stroke();
  }
  return context;
}

/** Broad pale facets and a few cracks. */
function paintSnow(context: Context, floe: Floe, chance: () => number): void {
  const [x0, z0] = floe.outline[0]!;
  const at = () => floe.outline[Math.floor(chance() * floe.outline.length)]!;
  for (let i = 0; i < 5; i++) {
    const [ax, az] = at();
    const [bx, bz] = at();
    context.fillStyle = i % 2 ? 'rgb(255 255 255 / 0.35)' : 'rgb(130 190 208 / 0.13)';
    context.beginPath();
    context.moveTo(ax, az);
    context.lineTo(bx, bz);
    context.lineTo(x0 + (chance() - 0.5), z0 + (chance() - 0.5));
    context.fill();
  }
  context.lineWidth = 0.009;
  for (let i = 0; i < 4; i++) {
    const [ax, az] = at();
    const [bx, bz] = at();
    const bend = () => (chance() - 0.5) * 0.24;
    context.strokeStyle = 'rgb(120 180 200 / 0.4)';
    context.beginPath();
    context.moveTo(ax, az);
    context.lineTo(ax + (bx - ax) * 0.35 + bend(), az + (bz - az) * 0.35 + bend());
    context.lineTo(ax + (bx - ax) * 0.7 + bend(), az + (bz - az) * 0.7 + bend());
    context.lineTo(bx, bz);
    context.stroke();
  }
}

function paintSpace(context: Context, path: Direction, space: number, layout: Layout): void {
  const { x: ux, z: uz } = UNIT[path];
  const warmth = context.createLinearGradient(ux * PATH.from, uz * PATH.from, ux * layout.reach, uz * layout.reach);
  warmth.addColorStop(0.4, 'rgb(255 196 120 / 0)');
  warmth.addColorStop(1, 'rgb(255 180 96 / 0.68)');
  context.fillStyle = warmth;
  context.fillRect(-9, -9, 18, 18);
  const { x, z } = layout.spot(path, space);
  const along = layout.space - 0.08;
  const across = PATH.width - 0.1;
  const [width, depth] = ux ? [along, across] : [across, along];
  context.beginPath();
  context.roundRect(x - width / 2, z - depth / 2, width, depth, 0.08);
  context.fillStyle = 'rgb(255 255 255 / 0.42)';
  context.fill();
  context.lineWidth = 0.02;
  context.strokeStyle = 'rgb(56 122 143 / 0.5)';
  context.stroke();
  context.fillStyle = 'rgb(16 76 96 / 0.8)';
  context.font = '600 0.25px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(String(space), x, z + 0.02);
}

function paintHollow(context: Context): void {
  context.fillStyle = 'rgb(70 134 152 / 0.35)';
  context.fillRect(-BLOCK - 1, -BLOCK - 1, 2 * BLOCK + 2, 2 * BLOCK + 2);
  const shade = context.createRadialGradient(0, 0, BLOCK * 0.6, 0, 0, BLOCK + 0.5);
  shade.addColorStop(0, 'rgb(8 58 74 / 0.6)');
  shade.addColorStop(1, 'rgb(8 58 74 / 0)');
  context.fillStyle = shade;
  context.fillRect(-BLOCK - 1, -BLOCK - 1, 2 * BLOCK + 2, 2 * BLOCK + 2);
}

function paintShore(context: Context, floe: Floe, layout: Layout, palette: Palette): void {
  const colour = floe.colour!;
  const home = floe.kind === 'home';
  const middle = home ? layout.homeMiddle(colour) : layout.startMiddle(colour);
  if (home) {
    context.fillStyle = 'rgb(255 190 112 / 0.5)';
    context.fillRect(middle.x - 1, middle.z - 1, 2, 2);
  }
  context.lineWidth = 0.02;
  for (let i = 0; i < 5; i++) {
    const { x, z } = home ? layout.home(colour, i) : layout.start(colour, i);
    context.beginPath();
    context.arc(x, z, 0.19, 0, Math.PI * 2);
    context.fillStyle = home ? 'rgb(255 246 230 / 0.7)' : 'rgb(255 255 255 / 0.5)';
    context.fill();
    context.strokeStyle = palette.edge[colour] + '66';
    context.stroke();
    if (home) drawMark(context, colour, x, z, 0.2, palette.fill[colour] + '99');
  }
}

/** The dark water under the floes, and a pale line where it laps at them. */
export function paintShade(floes: Floe[], reach: number): Context {
  const context = pictureOf(reach, 1024);
  const scale = 1024 / (reach * 2);
  context.fillStyle = 'rgb(2 20 27 / 0.75)';
  context.shadowColor = 'rgb(2 18 24 / 0.8)';
  context.shadowBlur = 0.4 * scale;
  context.shadowOffsetX = 0.06 * scale;
  context.shadowOffsetY = 0.16 * scale;
  for (const floe of floes) {
    traced(context, floe.outline);
    context.fill();
  }
  context.shadowColor = 'transparent';
  context.strokeStyle = 'rgb(150 214 226 / 0.2)';
  context.lineWidth = 0.24;
  context.lineJoin = 'round';
  for (const floe of floes) {
    traced(context, floe.outline);
    context.stroke();
  }
  return context;
}
