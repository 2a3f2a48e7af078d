import type { Plugin } from 'vite';

/**
 * Removes all calendars but the Gregorian from the bundle. The date fields use Russian (`I18nProvider`), whose calendar
 * is always Gregorian; their library includes eleven others, 3 kB (gzip) that every start would load.
 */
export function gregorianOnlyPlugin(): Plugin {
  return {
    name: 'gregorian-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@internationalized\/date\/dist\/private\/createCalendar\.mjs$/ },
      handler: (code) => ({ code: gregorianOnly(code), map: null }),
    },
  };
}

const gregorian = /import \{GregorianCalendar as (\S+)\} from "\.\/calendars\/GregorianCalendar\.mjs";/;
const exported = /export \{(\S+) as createCalendar\};/;

/** Returns the module that creates calendars with this one alone; throws if the library's code has another form. */
export function gregorianOnly(code: string): string {
  const [line, name] = gregorian.exec(code) ?? [];
  const [, maker] = exported.exec(code) ?? [];
  if (!line || !maker) throw new Error('createCalendar of @internationalized/date is built otherwise');
  return `${line}\nfunction ${maker}() {\n  return new ${name}();\n}\nexport {${maker} as createCalendar};\n`;
}
