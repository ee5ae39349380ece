/** The scene of ICE CULT: draws a view, performs what happened, shows ghosts. It knows what things look like, no rules. */

import {
  DirectionalLight,
  HemisphereLight,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Material,
  type Mesh,
  type Object3D,
  type Texture,
} from 'three';
import { cubeSetOf } from '../../model/cubesets';
import { SLOTS } from '../../model/geometry';
import type { View } from '../../model/view';
import { Cubes } from './cubes';
import { Eye } from './eye';
import { Ground } from './ground';
import { Layout, type Spot } from './layout';
import { Motion } from './motion';
import { paletteOf } from './paint';
import { Pawns } from './pawns';

export interface Point {
  x: number;
  y: number;
}

/** A coarse frame that takes longer than this means that a fine one would be felt. */
const AFFORDABLE_MS = 120;

export class Stage {
  readonly scene = new Scene();
  readonly layout: Layout;
  readonly cubes: Cubes;
  readonly pawns: Pawns;
  readonly motion: Motion;
  readonly eye: Eye;
  private readonly renderer: WebGLRenderer;
  /** Drawn by the processor: then coarsely while things move, and finely once they rest. */
  private readonly slow: boolean;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  readonly size = new Vector2(1, 1);

  constructor(canvas: HTMLCanvasElement, view: View) {
    this.slow = isSoftware();
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.slow, alpha: true, powerPreference: 'low-power' });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.setClearColor(0x000000, 0);
    const palette = paletteOf();
    this.layout = new Layout(view.rules.path_length);
    this.motion = new Motion(() => this.render());
    this.eye = new Eye(this.layout.extremes(), this.motion);
    this.cubes = new Cubes(this.layout, palette, cubeSetOf(view.rules.cubes));
    this.pawns = new Pawns(this.layout, palette);
    this.scene.add(new Ground(this.layout, palette).group, this.cubes.group, this.pawns.group, ...lights());
    this.show(view);
  }

  /** Draw a view as it is, without any movement. */
  show(view: View): void {
    this.motion.finish();
    for (const slot of SLOTS) this.cubes.settle(slot, view.cubes[slot]);
    this.pawns.assign(view);
    this.pawns.settle();
    this.motion.invalidate();
  }

  resize(width: number, height: number, margins: { top: number; bottom: number; side: number }): void {
    if (width < 2 || height < 2) return;
    this.size.set(width, height);
    this.renderer.setSize(width, height, false);
    this.eye.fit(width, height, margins);
    this.render();
  }

  /** Where a point of the scene is on the canvas, in CSS pixels. */
  project({ x, y, z }: Spot): Point {
    const point = new Vector3(x, y, z).project(this.eye.camera);
    return { x: ((point.x + 1) / 2) * this.size.x, y: ((1 - point.y) / 2) * this.size.y };
  }

  /** The point of the scene behind a pixel of the canvas, as far away as another point. */
  unproject({ x, y }: Point, like: Spot): Vector3 {
    const depth = new Vector3(like.x, like.y, like.z).project(this.eye.camera).z;
    return new Vector3((x / this.size.x) * 2 - 1, 1 - (y / this.size.y) * 2, depth).unproject(this.eye.camera);
  }

  /** Be told after each frame, for what is laid over the canvas. */
  onFrame(listener: () => void): () => void {
    this.listeners.add(listener);
    this.motion.invalidate();
    return () => this.listeners.delete(listener);
  }

  private render(fine = !this.slow): void {
    const begin = performance.now();
    const own = window.devicePixelRatio || 1;
    const ratio = !this.slow ? Math.min(2, own) : fine ? Math.max(2, own) : Math.min(1, own);
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
    this.cubes.order(this.eye.camera.position);
    this.renderer.render(this.scene, this.eye.camera);
    for (const listener of this.listeners) listener();
    clearTimeout(this.rest);
    if (!fine) this.rest = setTimeout(() => this.refine(), 500);
    // For those who measure.
    this.renderer.domElement.dataset['frameMs'] = (performance.now() - begin).toFixed(1);
  }

  /** Draw finely what has come to rest, if the processor can spare the time: a coarse frame tells how long it takes. */
  private refine(): void {
    const begin = performance.now();
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.renderer.render(this.scene, this.eye.camera);
    const drawn = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!drawn) return;
    gl.flush();
    // Asked now and then, because waiting would hold up the page.
    const look = () => {
      const done = gl.getSyncParameter(drawn, gl.SYNC_STATUS) === gl.SIGNALED;
      const spent = performance.now() - begin;
      if (!done && spent < AFFORDABLE_MS) this.rest = setTimeout(look, 10);
      else {
        gl.deleteSync(drawn);
        if (done && spent < AFFORDABLE_MS) this.render(true);
      }
    };
    this.rest = setTimeout(look, 10);
  }

  dispose(): void {
    this.motion.stop();
    clearTimeout(this.rest);
    this.listeners.clear();
    this.scene.traverse(release);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** Whether WebGL is computed by the processor here, as in a browser without a graphics card. Found out once a visit. */
function isSoftware(): boolean {
  const known = remembered();
  if (known !== null) return known === 'software';
  const context = document.createElement('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  const found = /swiftshader|llvmpipe|software|basic render/i.test(name);
  remember(found ? 'software' : 'card');
  return found;
}

const DRAWN_BY = 'floe.drawn-by';

function remembered(): string | null {
  try {
    return sessionStorage.getItem(DRAWN_BY);
  } catch {
    return null; // storage is switched off
  }
}

function remember(what: 'software' | 'card'): void {
  try {
    sessionStorage.setItem(DRAWN_BY, what);
  } catch {
    // Then it is found out again.
  }
}

function lights(): Object3D[] {
  const sky = new HemisphereLight('#f2fbff', '#3f8797', 2.1);
  const sun = new DirectionalLight('#ffd9a6', 1.7);
  sun.position.set(-4, 5, -5);
  const fill = new DirectionalLight('#cfeaff', 0.55);
  fill.position.set(3, 6, 7);
  return [sky, sun, fill];
}

/** Give back what the graphics card holds of an object. */
export function release(object: Object3D): void {
  const mesh = object as Mesh;
  mesh.geometry?.dispose();
  const materials = ([] as Material[]).concat(mesh.material ?? []);
  for (const material of materials) {
    (material as Material & { map?: Texture | null }).map?.dispose();
    material.dispose();
  }
}
