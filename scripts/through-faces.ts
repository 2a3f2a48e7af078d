import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { normalizePath, type Plugin, parseSync } from 'vite';
import type { VitestPluginContext } from 'vitest/node';

/** A room's face: exported name → the file behind it, from the root, and the name it has there. */
type Face = Map<string, { file: string; name: string }>;

/**
 * Redirects an import from a room's face (`#src/ui/index.ts`) to the file that defines the name. The bundler puts
 * whatever the modules of a part import into it: through the face, that would be the whole room in the first visit.
 */
export function throughFacesPlugin(root = process.cwd()): Plugin & Pick<VitestHooks, 'configureVitest'> {
  const faces = new Map<string, Face>();
  const faceOf = (specifier: string): Face => {
    const known = faces.get(specifier) ?? readFace(root, specifier);
    faces.set(specifier, known);
    return known;
  };
  return {
    name: 'through-faces',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /from '#src\/([\w/-]+\/index|sync\/worker)\.ts'/ },
      handler: (code, id) => ({ code: redirect(code, id, faceOf), map: null }),
    },
    // Vitest caches transformed files by their content, which does not show where a face leads to.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ sourceCode }) =>
        [...new Set(sourceCode.match(/#src\/[\w/-]+\.ts/g))]
          .filter((specifier) => isFace(specifier) && existsSync(resolve(root, specifier.slice(1))))
          .map((face) => readFileSync(resolve(root, face.slice(1)), 'utf8'))
          .join('\n'),
      );
    },
  };
}

interface VitestHooks {
  configureVitest(context: VitestPluginContext): void;
}

/** `#src/ui/index.ts`, and `#src/sync/worker.ts`, the face that is the service worker's. */
function isFace(specifier: string): boolean {
  return /^#src\/[\w/-]+\/index\.ts$/.test(specifier) || specifier === '#src/sync/worker.ts';
}

function redirect(code: string, id: string, faceOf: (specifier: string) => Face): string {
  let result = '';
  let done = 0;
  for (const node of parseSync(id.replace(/\?.*$/, ''), code).program.body) {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type') continue;
    const specifier = node.source.value;
    if (!isFace(specifier)) continue;
    const imports = node.specifiers.flatMap((each) => {
      if (each.type !== 'ImportSpecifier') throw new Error(`${id}: named imports only from ${specifier}`);
      if (each.importKind === 'type' || each.imported.type !== 'Identifier') return [];
      const target = faceOf(specifier).get(each.imported.name);
      if (!target) throw new Error(`${id}: ${specifier} has no ${each.imported.name}`);
      return `import { ${target.name} as ${each.local.name} } from '#${target.file}';`;
    });
    // The number of lines stays the same, so that a stack trace names the author's line.
    const lines = code.slice(node.start, node.end).split('\n').length - 1;
    result += code.slice(done, node.start) + imports.join(' ') + '\n'.repeat(lines);
    done = node.end;
  }
  return result + code.slice(done);
}

function readFace(root: string, specifier: string): Face {
  const path = specifier.slice(1);
  const face: Face = new Map();
  for (const node of parseSync(path, readFileSync(resolve(root, path), 'utf8')).program.body) {
    if (node.type !== 'ExportNamedDeclaration' || !node.source)
      throw new Error(`${path}: a face only exports from files`);
    const file = normalizePath(`${dirname(path)}/${node.source.value}`).replace('/./', '/');
    if (!existsSync(resolve(root, file))) throw new Error(`${path}: there is no ${file}`);
    for (const { exported, local } of node.specifiers) {
      if (exported.type === 'Identifier' && local.type === 'Identifier')
        face.set(exported.name, { file, name: local.name });
    }
  }
  return face;
}
