import { type Document, XMLSerializer } from '@xmldom/xmldom';
import type PizZip from 'pizzip';
import { parseXml } from './template-xml.ts';

const part = 'docProps/core.xml';
const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  cp: 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties',
};

type Property = 'dc:title' | 'dc:creator' | 'cp:lastModifiedBy';

/** Returns the properties in which the template has fields: these keep what was filled in. */
export function filledProperties(template: PizZip): ReadonlySet<string> {
  const core = template.file(part)?.asText() ?? '';
  return new Set(Array.from(core.matchAll(/<([a-z]+:[A-Za-z]+)[^>]*>[^<]*\{/g), ([, name = '']) => name));
}

/** Sets the properties of a filled document, which would else be those of the template. */
export function setProperties(
  filled: PizZip,
  { title, organization }: { title: string; organization: string },
  kept: ReadonlySet<string>,
): void {
  const file = filled.file(part);
  if (!file) return;
  const core = parseXml(file.asUint8Array());
  const values: Record<Property, string> = {
    'dc:title': title,
    'dc:creator': organization || 'Протокол',
    'cp:lastModifiedBy': 'Протокол',
  };
  for (const [name, value] of Object.entries(values)) if (!kept.has(name)) setProperty(core, name as Property, value);
  filled.file(part, new XMLSerializer().serializeToString(core));
}

function setProperty(core: Document, name: Property, value: string): void {
  const [prefix, local] = name.split(':') as ['dc' | 'cp', string];
  const known = core.getElementsByTagNameNS(namespaces[prefix], local)[0];
  const element = known ?? core.documentElement?.appendChild(core.createElementNS(namespaces[prefix], name));
  if (element) element.textContent = value;
}
