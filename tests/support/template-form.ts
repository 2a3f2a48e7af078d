import { zipOf } from './zip-entries.ts';

const office = 'application/vnd.openxmlformats';
const schemas = 'http://schemas.openxmlformats.org';

/** Returns the smallest DOCX with these paragraphs. */
export function docxOf(...paragraphs: string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('');
  const parts = {
    '[Content_Types].xml':
      `<Types xmlns="${schemas}/package/2006/content-types">` +
      `<Default Extension="rels" ContentType="${office}-package.relationships+xml"/>` +
      `<Override PartName="/word/document.xml" ContentType="${office}-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels':
      `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" ` +
      `Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  return zipOf(new Map(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(head + xml)])));
}

/** Returns a template as form data, by default with one field. */
export function templateForm(file: Buffer = docxOf('Бланк, протокол {номер}'), name = 'бланк.docx'): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), name);
  return form;
}
