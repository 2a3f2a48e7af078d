import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { readStyleNames, type StyleNames } from './style-names.ts';

/**
 * Returns mismatches between the code of a folder and its style sheets, a line each: unused and undefined classes of
 * CSS modules, custom properties that nobody reads or sets. The classes that `styles[tone]` may mean are taken from the
 * type of `tone`.
 */
export function styleProblems(config: string, folder = 'src'): string[] {
  const root = dirname(resolve(config));
  const sheets = new Map(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .map((file) => join(root, folder, file))
      .map((file) => [file, readStyleNames(readFileSync(file, 'utf8'))]),
  );
  const program = programOf(config);
  const code = program.getSourceFiles().filter(({ fileName }) => resolve(fileName).startsWith(join(root, folder)));
  const uses = code.flatMap((file) => usesIn(file, program.getTypeChecker(), root));
  for (const [file, { composed }] of sheets)
    for (const { name, from } of composed)
      uses.push({ sheet: from ? resolve(dirname(file), from) : file, name, isOneOf: false, place: file });
  const messages = [
    ...classTroubles(sheets, uses),
    ...propertyTroubles(sheets, code.map(({ text }) => text).join('\n')),
  ];
  return messages.map((words) => words.replaceAll(`${root}/`, '')).sort();
}

interface Meant {
  /** Undefined where the code does not tell which one it means. */
  name: string | undefined;
  /** Whether it is one of several possible classes: some of them may be undefined, if they need no style. */
  isOneOf: boolean;
}

interface Use extends Meant {
  sheet: string;
  place: string;
}

function programOf(config: string): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, { noEmit: true }, host);
  if (!parsed) throw new Error(`${config} cannot be read`);
  return ts.createProgram(parsed.fileNames, parsed.options);
}

/** Every use of a CSS module's classes in a file of the code. */
function usesIn(file: ts.SourceFile, checker: ts.TypeChecker, root: string): Use[] {
  const imported = new Map<ts.Symbol, string>();
  const uses: Use[] = [];
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const name = statement.importClause?.name;
    const symbol = name && checker.getSymbolAtLocation(name);
    if (!text.endsWith('.module.css') || !symbol) continue;
    imported.set(symbol, text.startsWith('#') ? join(root, text.slice(1)) : resolve(dirname(file.fileName), text));
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !ts.isImportClause(node.parent)) {
      const symbol = checker.getSymbolAtLocation(node);
      const sheet = symbol && imported.get(symbol);
      if (sheet)
        for (const meant of namesMeant(node, checker)) uses.push({ sheet, place: placeOf(node, file), ...meant });
    }
    ts.forEachChild(node, visit);
  };
  if (imported.size > 0) visit(file);
  return uses;
}

/** `styles.row`, or every class that `styles[state]` may mean. */
function namesMeant(styles: ts.Identifier, checker: ts.TypeChecker): Meant[] {
  const { parent } = styles;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === styles)
    return [{ name: parent.name.text, isOneOf: false }];
  if (!ts.isElementAccessExpression(parent) || parent.expression !== styles) return [unclear];
  const type = checker.getTypeAtLocation(parent.argumentExpression);
  const parts = type.isUnion() ? type.types : [type];
  return parts.map((part) => (part.isStringLiteral() ? { name: part.value, isOneOf: type.isUnion() } : unclear));
}

const unclear: Meant = { name: undefined, isOneOf: false };

function placeOf(node: ts.Node, file: ts.SourceFile): string {
  return `${resolve(file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

function classTroubles(sheets: Map<string, StyleNames>, uses: Use[]): string[] {
  const found = uses.flatMap(({ sheet, name, isOneOf, place }) => {
    if (name === undefined) return [`${place}: which class of ${sheet} is meant cannot be told`];
    return isOneOf || sheets.get(sheet)?.classes.has(name) ? [] : [`${place}: ${sheet} has no .${name}`];
  });
  for (const [sheet, { classes }] of sheets) {
    if (!sheet.endsWith('.module.css')) continue;
    const used = new Set(uses.flatMap((use) => (use.sheet === sheet && use.name ? [use.name] : [])));
    for (const name of classes) if (!used.has(name)) found.push(`${sheet}: nobody uses .${name}`);
  }
  return found;
}

/** A property that is named in the code counts as set and as read. */
function propertyTroubles(sheets: Map<string, StyleNames>, code: string): string[] {
  const all = [...sheets.values()];
  const inCode = new Set(code.match(/--[a-z][\w-]*/g));
  const isSet = (name: string) => inCode.has(name) || all.some(({ set }) => set.has(name));
  const isRead = (name: string) => inCode.has(name) || all.some(({ mentioned }) => mentioned.has(name));
  return [...sheets].flatMap(([sheet, { set, read }]) => [
    ...[...set].filter((name) => !isRead(name) && !isOfPackage(name)).map((name) => `${sheet}: nobody reads ${name}`),
    ...[...read].filter((name) => !isSet(name) && !isOfPackage(name)).map((name) => `${sheet}: nobody sets ${name}`),
  ]);
}

/** FullCalendar's own style sheets read the former; React Aria sets the latter on the popovers that it opens. */
function isOfPackage(name: string): boolean {
  return name.startsWith('--fc-') || name === '--trigger-width';
}
