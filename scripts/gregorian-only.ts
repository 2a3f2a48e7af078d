import type { Plugin } from 'vite';

/**
 * Leaves all calendars but the Gregorian out of the page. The fields for dates speak Russian (`I18nProvider`), whose dates are
 * Gregorian everywhere; their library takes the other eleven along, 3 kB (gzip) that every start would read.
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

/** The module that makes calendars, with one of them; throws where the library is not built as it was. */
export function gregorianOnly(code: string): string {
  const [line, name] = gregorian.exec(code) ?? [];
  const [, maker] = exported.exec(code) ?? [];
  if (!line || !maker) throw new Error('createCalendar of @internationalized/date is built otherwise');
  return `${line}\nfunction ${maker}() {\n  return new ${name}();\n}\nexport {${maker} as createCalendar};\n`;
}
