import { expect, test } from 'vitest';
import { attachmentTypeOf, imageTypeOf } from './file-signature.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
const jpeg = bytes('\xff\xd8\xff\xe0\0\x10JFIF');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

test.each([
  ['PNG', png, 'image/png'],
  ['JPEG', jpeg, 'image/jpeg'],
  ['GIF', bytes('GIF89a\x01\0\x01\0'), 'image/gif'],
  ['WebP', bytes('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp'],
])('%s is known by its first bytes', (_, head, type) => {
  expect(imageTypeOf(head)).toBe(type);
});

test.each([
  ['SVG', svg],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a sound in the same container as WebP', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['the beginning of a beginning', bytes('\x89PN')],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture', (_, head) => {
  expect(imageTypeOf(head)).toBeUndefined();
});

test.each([
  ['Повестка.PDF', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['смета.xlsx', bytes('PK\x03\x04\x14\0'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['приказ.doc', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/msword'],
  ['список.txt', Buffer.from('Повестка дня\r\n1. Бюджет'), 'text/plain; charset=utf-8'],
  ['план.jpeg', jpeg, 'image/jpeg'],
])('the type of %s is recognised', (name, head, type) => {
  expect(attachmentTypeOf(head, name)).toBe(type);
});

test.each([
  ['program.exe', bytes('MZ\x90\0')],
  ['program.pdf', bytes('MZ\x90\0')],
  ['program.txt', bytes('MZ\x90\0\x03')],
  ['start.txt', Buffer.from('#!/bin/sh\nrm -rf ~')],
  ['page.html', Buffer.from('<script>alert(1)</script>')],
  ['picture.svg', svg],
  ['picture.png', svg],
  ['picture.png', jpeg],
  ['смета.xlsx', bytes('%PDF-1.7')],
  ['constructor', Buffer.from('text')],
  ['', Buffer.from('text')],
])('%s with another content, or of a kind that runs, is refused', (name, head) => {
  expect(attachmentTypeOf(head, name)).toBeUndefined();
});
