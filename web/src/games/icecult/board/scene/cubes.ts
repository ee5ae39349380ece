/** The four cubes: blocks of clear ice with a symbol on each face, all of them seen through the ice. */

import {
  BackSide,
  Color,
  FrontSide,
  Group,
  Matrix4,
  Mesh,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  Vector3,
  type Side,
  type Texture,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { CubeSet } from '../../model/cubesets';
import { FACES, OUTWARD, rotationOf, SLOTS, type Face, type Pose, type Slot } from '../../model/geometry';
import { kindOf, upperEdge, type SymbolKind } from '../../art/symbols';
import { CUBE, Layout, type Spot } from './layout';
import { symbolTexture, type Palette } from './paint';

const SUN = new Vector3(-0.45, 0.62, -0.64).normalize();

const SHELL_VERTEX = /* glsl */ `
  varying vec3 vNormal;
  varying vec3 vView;
  varying vec3 vLocal;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vNormal = normalize(mat3(modelMatrix) * normal);
    vView = cameraPosition - world.xyz;
    vLocal = position;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

/** Clear where one looks straight into the ice, whiter and denser at the edges, with a glint of the low sun. */
const SHELL_FRAGMENT = /* glsl */ `
  uniform vec3 clear;
  uniform vec3 rim;
  uniform vec3 sun;
  uniform float body;
  uniform float edge;
  uniform float glow;
  varying vec3 vNormal;
  varying vec3 vView;
  varying vec3 vLocal;
  void main() {
    vec3 normal = normalize(vNormal) * (gl_FrontFacing ? 1.0 : -1.0);
    vec3 view = normalize(vView);
    float facing = clamp(dot(normal, view), 0.0, 1.0);
    float fresnel = pow(1.0 - facing, 2.4);
    // Distance from the nearest edge of the cube, so that edges shine as cut ice does.
    vec3 away = abs(vLocal) * 2.0;
    float second = away.x + away.y + away.z - max(away.x, max(away.y, away.z)) - min(away.x, min(away.y, away.z));
    float cut = smoothstep(0.9, 0.985, second);
    float glint = pow(max(dot(reflect(-sun, normal), view), 0.0), 42.0);
    // What stands upright gets less light from the sky than what lies on top.
    float upright = 1.0 - abs(normal.y);
    vec3 tint = mix(clear * mix(vec3(1.0), vec3(0.55, 0.78, 0.85), upright), rim, clamp(fresnel + cut, 0.0, 1.0));
    tint += vec3(1.0, 0.83, 0.6) * glint * 0.9;
    tint = mix(tint, vec3(1.0, 0.76, 0.42), glow * 0.75);
    float alpha = body * (1.0 + 2.2 * upright) + edge * max(fresnel * 0.6, cut) + glint * 0.5 + glow * 0.3;
    gl_FragColor = vec4(tint, clamp(alpha, 0.0, 0.94));
    #include <colorspace_fragment>
  }
`;

const FACE_VERTEX = /* glsl */ `
  varying vec2 vUv;
  varying vec3 vNormal;
  varying vec3 vView;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vUv = uv;
    vNormal = normalize(mat3(modelMatrix) * normal);
    vView = cameraPosition - world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

/** What is printed: strong on top, plain on the sides one sees, faint and tinted where one looks through the ice. */
const FACE_FRAGMENT = /* glsl */ `
  uniform sampler2D map;
  uniform vec3 tint;
  uniform float lit;
  uniform float dim;
  varying vec2 vUv;
  varying vec3 vNormal;
  varying vec3 vView;
  void main() {
    vec3 normal = normalize(vNormal);
    float facing = dot(normal, normalize(vView));
    float outside = smoothstep(-0.05, 0.1, facing);
    float top = smoothstep(0.7, 0.98, normal.y);
    vec4 print = texture2D(map, vUv);
    vec2 fromMiddle = abs(vUv - 0.5) * 2.0;
    float plate = smoothstep(1.0, 0.8, max(fromMiddle.x, fromMiddle.y));
    float frost = plate * (0.5 * top + 0.1 * outside * (1.0 - top));
    vec3 white = mix(vec3(0.93, 0.975, 0.99), vec3(1.0, 0.88, 0.68), min(lit, 1.0) * 0.8);
    float strength = mix(0.62, mix(0.9, 1.0, top), outside);
    strength = mix(strength, 1.0, min(lit, 1.0));
    vec3 ink = mix(mix(print.rgb, tint, 0.3), print.rgb, max(outside, min(lit, 1.0)));
    float inkAlpha = print.a * strength * (1.0 - dim);
    float backing = min(max(frost, lit * 0.6 * plate), 1.0);
    float alpha = inkAlpha + backing * (1.0 - inkAlpha);
    vec3 colour = mix(white, ink, alpha > 0.0 ? inkAlpha / alpha : 0.0);
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }
`;

export interface CubeObject {
  group: Group;
  pose: Pose;
  shells: Mesh<RoundedBoxGeometry, ShaderMaterial>[];
  faces: Record<Face, Mesh<PlaneGeometry, ShaderMaterial>>;
}

function vectorOf(face: Face): Vector3 {
  return new Vector3(...OUTWARD[face]);
}

/** The rotation of a plane whose picture looks along a face's normal, with its upper edge toward another face. */
export function faceRotation(face: Face, upper: Face): Quaternion {
  const normal = vectorOf(face);
  const up = vectorOf(upper);
  const right = new Vector3().crossVectors(up, normal);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(right, up, normal));
}

export function poseRotation(pose: Pose): Quaternion {
  const { east, up, south } = rotationOf(pose);
  const matrix = new Matrix4().makeBasis(new Vector3(...east), new Vector3(...up), new Vector3(...south));
  return new Quaternion().setFromRotationMatrix(matrix);
}

export class Cubes {
  readonly group = new Group();
  readonly bySlot: Record<Slot, CubeObject>;
  private readonly textures = new Map<SymbolKind, Texture>();
  private readonly box = new RoundedBoxGeometry(CUBE, CUBE, CUBE, 4, 0.055);
  private readonly plane = new PlaneGeometry(CUBE * 0.9, CUBE * 0.9);

  constructor(
    private readonly layout: Layout,
    private palette: Palette,
    private set: CubeSet,
  ) {
    this.bySlot = Object.fromEntries(SLOTS.map((slot) => [slot, this.build(slot)])) as Record<Slot, CubeObject>;
  }

  texture(kind: SymbolKind): Texture {
    let texture = this.textures.get(kind);
    if (!texture) this.textures.set(kind, (texture = symbolTexture(kind, this.palette)));
    return texture;
  }

  private shell(side: Side, body: number, edge: number): Mesh<RoundedBoxGeometry, ShaderMaterial> {
    const inside = side === BackSide;
    const material = new ShaderMaterial({
      vertexShader: SHELL_VERTEX,
      fragmentShader: SHELL_FRAGMENT,
      uniforms: {
        clear: { value: new Color(inside ? '#5fb4cb' : '#cdeaf3') },
        rim: { value: new Color(inside ? '#bfe6f1' : '#ffffff') },
        sun: { value: SUN },
        body: { value: body },
        edge: { value: edge },
        glow: { value: 0 },
      },
      transparent: true,
      depthWrite: false,
      side,
    });
    return new Mesh(this.box, material);
  }

  private face(slot: Slot, face: Face): Mesh<PlaneGeometry, ShaderMaterial> {
    const material = new ShaderMaterial({
      vertexShader: FACE_VERTEX,
      fragmentShader: FACE_FRAGMENT,
      uniforms: {
        map: { value: this.texture(kindOf(this.set[slot][face])) },
        tint: { value: new Color('#8fcbdc') },
        lit: { value: 0 },
        dim: { value: 0 },
      },
      transparent: true,
      depthWrite: false,
      side: 2,
    });
    const mesh = new Mesh(this.plane, material);
    mesh.quaternion.copy(faceRotation(face, upperEdge(this.set, slot, face)));
    mesh.position.copy(vectorOf(face)).multiplyScalar(CUBE / 2 - 0.012);
    return mesh;
  }

  private build(slot: Slot): CubeObject {
    const group = new Group();
    const shells = [this.shell(BackSide, 0.22, 0.4), this.shell(FrontSide, 0.07, 0.78)];
    const faces = Object.fromEntries(FACES.map((face) => [face, this.face(slot, face)])) as CubeObject['faces'];
    group.add(...shells, ...Object.values(faces));
    this.group.add(group);
    const cube: CubeObject = { group, pose: 'UN', shells, faces };
    this.rest(cube, this.layout.cube(slot), 'UN');
    return cube;
  }

  private rest(cube: CubeObject, spot: Spot, pose: Pose): void {
    cube.pose = pose;
    cube.group.position.set(spot.x, spot.y, spot.z);
    cube.group.quaternion.copy(poseRotation(pose));
  }

  /** Lay a cube down in its slot. */
  settle(slot: Slot, pose: Pose): void {
    this.rest(this.bySlot[slot], this.layout.cube(slot), pose);
  }

  /** Light the printed face that would come up and dim the one that would go, or neither. */
  light(slot: Slot, coming: Face | null, going: Face | null = null): void {
    for (const [name, { material }] of Object.entries(this.bySlot[slot].faces)) {
      material.uniforms['lit']!.value = name === coming ? 1 : 0;
      material.uniforms['dim']!.value = name === going ? 0.8 : 0;
    }
  }

  glow(slot: Slot, strength: number): void {
    for (const shell of this.bySlot[slot].shells) shell.material.uniforms['glow']!.value = strength;
  }

  /** Draw far cubes before near ones, and in each what lies behind before what lies in front. */
  order(eye: Vector3): void {
    const far = [...SLOTS].sort(
      (a, b) => this.bySlot[b].group.position.distanceTo(eye) - this.bySlot[a].group.position.distanceTo(eye),
    );
    const normal = new Vector3();
    const toEye = new Vector3();
    far.forEach((slot, rank) => {
      const cube = this.bySlot[slot];
      const first = 10 + rank * 8;
      cube.shells[0]!.renderOrder = first;
      cube.shells[1]!.renderOrder = first + 4;
      for (const face of Object.values(cube.faces)) {
        normal.set(0, 0, 1).applyQuaternion(face.quaternion).applyQuaternion(cube.group.quaternion);
        toEye.copy(eye).sub(cube.group.position);
        face.renderOrder = normal.dot(toEye) > 0.5 ? first + 5 : first + 2;
      }
    });
  }
}
