/** Pictures that the scene wears, drawn by us onto canvases: symbols of the cubes, the ice from above, pawns' marks. */

import { CanvasTexture, SRGBColorSpace, type Texture } from 'three';
import { MARKS, token } from '../../../../ui/marks';
import type { Colour } from '../../model/cubesets';
import { COLOURS } from '../../model/cubesets';
import { FLAME } from '../../art/flame';
import { ARC, ARC_WIDTH, ARROW, CIRCLE, MARK_IN_ARROW, type SymbolKind } from '../../art/symbols';

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d')!;
}

export function textureOf(context: CanvasRenderingContext2D, sharpness = 4): CanvasTexture {
  const texture = new CanvasTexture(context.canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = sharpness;
  return texture;
}

export { canvasOf };

/** The colours of the current palette, read once for a scene. */
export interface Palette {
  fill: Record<Colour, string>;
  ink: Record<Colour, string>;
  edge: Record<Colour, string>;
  circle: string;
  arc: string;
}

export function paletteOf(): Palette {
  const each = (suffix: string) =>
    Object.fromEntries(COLOURS.map((colour) => [colour, token(colour + suffix)])) as Record<Colour, string>;
  return { fill: each(''), ink: each('-ink'), edge: each('-edge'), circle: token('circle'), arc: token('arc') };
}

const FACE = 256;

/** A symbol on clear ground, with a pale rim that lifts it off the ice. */
export function symbolTexture(kind: SymbolKind, palette: Palette): Texture {
  const context = canvasOf(FACE, FACE);
  context.scale(FACE / 100, FACE / 100);
  context.lineJoin = 'round';
  if (kind === 'circle') {
    context.lineWidth = CIRCLE.width;
    outlined(context, ring(), null, palette.circle);
  } else if (kind === 'arc') {
    context.lineWidth = ARC_WIDTH;
    outlined(context, new Path2D(ARC), null, palette.arc);
  } else {
    context.lineWidth = 5;
    outlined(context, new Path2D(ARROW), palette.fill[kind], palette.edge[kind]);
    drawMark(context, kind, MARK_IN_ARROW.x, MARK_IN_ARROW.y, MARK_IN_ARROW.size, palette.ink[kind]);
  }
  return textureOf(context);
}

function ring(): Path2D {
  const path = new Path2D();
  path.arc(CIRCLE.x, CIRCLE.y, CIRCLE.radius, 0, Math.PI * 2);
  return path;
}

function outlined(context: CanvasRenderingContext2D, path: Path2D, fill: string | null, stroke: string): void {
  const width = context.lineWidth;
  context.lineWidth = width + 6;
  context.strokeStyle = 'rgb(244 251 253 / 0.75)';
  context.stroke(path);
  context.lineWidth = width;
  if (fill) {
    context.fillStyle = fill;
    context.fill(path);
  }
  context.strokeStyle = stroke;
  context.stroke(path);
}

export function drawMark(
  context: CanvasRenderingContext2D,
  colour: Colour,
  x: number,
  y: number,
  size: number,
  fill: string,
): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 24, size / 24);
  context.translate(-12, -12);
  context.fillStyle = fill;
  context.fill(new Path2D(MARKS[colour]));
  context.restore();
}

/** A pawn's coat, laid around it: its mark four times on the part that a rider leaves to be seen. */
export function coatTexture(colour: Colour, palette: Palette): Texture {
  const [width, height] = [640, 128];
  const context = canvasOf(width, height);
  context.fillStyle = palette.fill[colour];
  context.fillRect(0, 0, width, height);
  const shade = context.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, 'rgb(255 255 255 / 0.22)');
  shade.addColorStop(0.5, 'rgb(255 255 255 / 0)');
  shade.addColorStop(0.94, 'rgb(0 0 0 / 0.1)');
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
  context.fillStyle = palette.edge[colour];
  context.fillRect(0, height - 9, width, 9);
  for (let i = 0; i < 4; i++) drawMark(context, colour, (i + 0.5) * (width / 4), 88, 62, palette.ink[colour]);
  return textureOf(context);
}

/** A pawn's head seen from above: its mark. */
export function headTexture(colour: Colour, palette: Palette): Texture {
  const context = canvasOf(96, 96);
  context.fillStyle = palette.fill[colour];
  context.fillRect(0, 0, 96, 96);
  context.strokeStyle = palette.edge[colour];
  context.lineWidth = 5;
  context.beginPath();
  context.arc(48, 48, 44, 0, Math.PI * 2);
  context.stroke();
  drawMark(context, colour, 48, 48, 62, palette.ink[colour]);
  return textureOf(context);
}

/** A soft round light or shadow. */
export function softTexture(inner: string, outer: string, hold = 0): Texture {
  const context = canvasOf(128, 128);
  const glow = context.createRadialGradient(64, 64, 0, 64, 64, 64);
  glow.addColorStop(0, inner);
  if (hold) glow.addColorStop(hold, inner);
  glow.addColorStop(1, outer);
  context.fillStyle = glow;
  context.fillRect(0, 0, 128, 128);
  return textureOf(context, 1);
}

export function flameTexture(): Texture {
  const context = canvasOf(96, 96);
  context.translate(48, 56);
  context.scale(7.4, 7.4);
  for (const { d, fill } of [FLAME.outer, FLAME.inner]) {
    context.fillStyle = fill;
    context.fill(new Path2D(d));
  }
  return textureOf(context, 1);
}

/** A dome's colours from its foot to its top. */
export function sunTexture(): Texture {
  const context = canvasOf(4, 64);
  const warmth = context.createLinearGradient(0, 0, 0, 64);
  warmth.addColorStop(0, '#fff3d6');
  warmth.addColorStop(0.45, '#ffd694');
  warmth.addColorStop(1, '#f59a4c');
  context.fillStyle = warmth;
  context.fillRect(0, 0, 4, 64);
  return textureOf(context, 1);
}
