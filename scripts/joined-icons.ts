import type { Plugin } from 'vite';

/**
 * Draws each icon as one path. Lucide draws a handle of six circles, so that most elements of a long agenda would be
 * parts of icons: each costs the style, the layout and the painting of every row that comes in sight.
 */
export function joinedIconsPlugin(): Plugin {
  return {
    name: 'joined-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
      handler: (code) => ({ code: joinedIcon(code), map: null }),
    },
  };
}

type Shape = Record<string, string>;

const node = /\bnode: (\[.*?\])(?:,\s*\w+: \[[^\]]*\])?\s*\};/s;
const alias = /^export \{ default \} from '\.\/[\w-]+\.mjs';$/m;
const shape = /\[\s*"(\w+)",\s*\{([^{}]*)\}\s*\]/g;
const attribute = /"?([\w-]+)"?:\s*"([^"]*)"/g;

/**
 * Returns the module of an icon with its shapes as one path; unchanged where a shape has a look of its own. Throws if
 * the library's code has another form.
 */
export function joinedIcon(code: string): string {
  if (alias.test(code)) return code;
  const list = node.exec(code)?.[1];
  if (list === undefined || /[^[\],\s]/.test(list.replaceAll(shape, '')))
    throw new Error('The icons of lucide-react are built otherwise');
  const drawn = [...list.matchAll(shape)].map(([, tag = '', attributes = '']) => {
    const pairs = [...attributes.matchAll(attribute)].map(([, name = '', value = '']) => [name, value] as const);
    const { key: _key, ...own } = Object.fromEntries(pairs);
    return pathOf(tag, own);
  });
  if (!drawn.every((each) => each !== undefined)) return code;
  return code.replace(list, () => `[["path", { d: "${drawn.join('')}", key: "0" }]]`);
}

const makers: Record<string, { needs: string[]; path: (shape: Shape) => string }> = {
  path: { needs: ['d'], path: ({ d = '' }) => fromAbsolute(d) },
  circle: { needs: ['cx', 'cy', 'r'], path: ({ cx, cy, r }) => ellipse(Number(cx), Number(cy), Number(r), Number(r)) },
  ellipse: {
    needs: ['cx', 'cy', 'rx', 'ry'],
    path: ({ cx, cy, rx, ry }) => ellipse(Number(cx), Number(cy), Number(rx), Number(ry)),
  },
  line: { needs: ['x1', 'x2', 'y1', 'y2'], path: ({ x1, x2, y1, y2 }) => `M${x1} ${y1}L${x2} ${y2}` },
  polyline: { needs: ['points'], path: ({ points }) => `M${points}` },
  polygon: { needs: ['points'], path: ({ points }) => `M${points}z` },
  rect: { needs: ['height', 'width', 'x', 'y'], path: (box) => rectangle(box) },
};

/** Returns the path of a shape; undefined for one that has more than its form. */
function pathOf(tag: string, own: Shape): string | undefined {
  const maker = makers[tag];
  const names = Object.keys(own).filter((name) => !(tag === 'rect' && (name === 'rx' || name === 'ry')));
  if (!maker || names.toSorted().join() !== maker.needs.join()) return undefined;
  if (own.rx !== own.ry && own.ry !== undefined && tag === 'rect') return undefined;
  return maker.path(own);
}

/** A path that begins with «m» begins at the origin, but not behind another one. */
function fromAbsolute(d: string): string {
  const begin = /^m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))\s*/.exec(d);
  if (!begin) return d;
  const rest = d.slice(begin[0].length);
  return `M${begin[1]} ${begin[2]}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`;
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  const half = `a${round(rx)} ${round(ry)} 0 1 0`;
  return `M${round(x - rx)} ${round(y)}${half} ${round(2 * rx)} 0${half} ${round(-2 * rx)} 0z`;
}

function rectangle(box: Shape): string {
  const {
    x,
    y,
    width,
    height,
    rx = 0,
  } = Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Number(value)])) as {
    x: number;
    y: number;
    width: number;
    height: number;
    rx?: number;
  };
  if (rx === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const [across, down] = [round(width - 2 * rx), round(height - 2 * rx)];
  const corner = (dx: number, dy: number) => `a${rx} ${rx} 0 0 1 ${dx} ${dy}`;
  const top = `M${round(x + rx)} ${y}h${across}${corner(rx, rx)}v${down}${corner(-rx, rx)}`;
  return `${top}h${-across}${corner(-rx, -rx)}v${-down}${corner(rx, -rx)}z`;
}

/** Without the traces of binary fractions. */
const round = (value: number) => Number(value.toFixed(4));
