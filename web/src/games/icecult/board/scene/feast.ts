/** The end, celebrated: a tower glows, pawns that came home gather at a fire. What remains of it stays until the board changes. */

import { AdditiveBlending, Group, Sprite, SpriteMaterial, Vector3 } from 'three';
import { FEAST_MS, type Feast } from '../../model/feast';
import { PAWN } from './layout';
import { eased } from './motion';
import { flameTexture, softTexture } from './paint';
import type { PawnObject } from './pawns';
import { release, type Stage } from './stage';

/** How many times each pawn hops. */
const HOPS = 4;
const AROUND_THE_FIRE = 0.42;
const BEHIND = 0.55;
const FIRE = 0.62;

interface Guest {
  pawn: PawnObject;
  from: Vector3;
  to: Vector3;
}

export class Feasts {
  private readonly lights = new Group();
  private readonly fires: Sprite[] = [];
  private readonly halos: Sprite[] = [];
  private guests: Guest[][] = [];

  constructor(private readonly stage: Stage) {
    stage.scene.add(this.lights);
  }

  /** Celebrate; with no pace the end of it is there at once. Done when it is over or was finished. */
  async hold(feasts: Feast[], pace: number): Promise<void> {
    this.clear();
    if (!feasts.length) return;
    for (const feast of feasts) this.prepare(feast);
    const sizes = this.halos.map(({ scale }) => scale.x);
    await this.stage.motion.run(FEAST_MS * pace, (t) => {
      const comes = Math.min(1, t * 5);
      // It breathes while they hop, and rests as it was meant to be.
      const breath = 1 + 0.16 * Math.sin(t * HOPS * 2 * Math.PI) * (1 - t);
      this.halos.forEach((halo, i) => halo.scale.setScalar(sizes[i]! * comes * breath));
      for (const fire of this.fires) {
        fire.scale.set(FIRE * comes, FIRE * comes * (1 + 0.18 * Math.sin(t * 47) * (1 - t)), 1);
      }
      for (const guests of this.guests) {
        guests.forEach(({ pawn, from, to }, i) => {
          pawn.body.position.lerpVectors(from, to, eased(comes));
          const turn = t * HOPS - i / guests.length / 2;
          const hop = t < 1 && turn > 0 ? Math.abs(Math.sin(turn * Math.PI)) : 0;
          pawn.body.position.y += hop * (pawn.place.at === 'path' ? 0.1 * (i + 1) : 0.26);
        });
      }
    });
  }

  private prepare(feast: Feast): void {
    const { layout, pawns } = this.stage;
    if (feast.at === 'path') {
      const stack = pawns.stack(feast.path, feast.space);
      const foot = layout.spot(feast.path, feast.space);
      const height = PAWN.tower * (stack.length - 1) + PAWN.height;
      this.halo({ ...foot, y: foot.y + height / 2 }, height + 1.5, '#ffdf9e');
      this.guests.push(stack.map((pawn) => guest(pawn, pawns.spot(pawn.place, pawn.colour))));
      return;
    }
    const middle = layout.homeMiddle(feast.colour);
    this.halo({ ...middle, y: middle.y + 0.3 }, 2.5, '#ffb45e');
    this.light(new Vector3(middle.x, middle.y, middle.z));
    const home = pawns.all.filter(({ colour, place }) => colour === feast.colour && place.at === 'home');
    this.guests.push(
      home.map((pawn, i) => {
        const angle = ((i + 0.5) / home.length) * Math.PI * 2;
        const out = AROUND_THE_FIRE;
        return guest(pawn, new Vector3(middle.x + Math.sin(angle) * out, middle.y, middle.z + Math.cos(angle) * out));
      }),
    );
  }

  private halo({ x, y, z }: { x: number; y: number; z: number }, size: number, colour: string): void {
    const map = softTexture('rgb(255 255 255 / 0.85)', 'rgb(255 255 255 / 0)');
    const halo = new Sprite(
      new SpriteMaterial({ map, color: colour, blending: AdditiveBlending, depthWrite: false, opacity: 0.75 }),
    );
    // Behind what it shines around, seen from the eye: else it would bleach it.
    const at = new Vector3(x, y, z);
    halo.position.copy(at).addScaledVector(at.clone().sub(this.stage.eye.camera.position).normalize(), BEHIND);
    halo.scale.setScalar(size);
    this.halos.push(halo);
    this.lights.add(halo);
  }

  private light(at: Vector3): void {
    const fire = new Sprite(new SpriteMaterial({ map: flameTexture(), depthWrite: false }));
    fire.center.set(0.5, 0.15);
    fire.position.copy(at);
    this.fires.push(fire);
    this.lights.add(fire);
  }

  /** The board is another one: nobody feasts here any more. */
  clear(): void {
    this.lights.traverse(release);
    this.lights.clear();
    this.fires.length = 0;
    this.halos.length = 0;
    this.guests = [];
  }
}

function guest(pawn: PawnObject, to: Vector3): Guest {
  return { pawn, from: pawn.body.position.clone(), to };
}
