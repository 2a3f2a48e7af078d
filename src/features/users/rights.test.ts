import { expect, test } from 'vitest';
import { mayBlock, mayChange, mayChangeEmail, rolesFor } from './rights.ts';

const admin = { id: 'a', role: 'admin' } as const;
const manager = { id: 'm', role: 'manager' } as const;
const secretary = { id: 's', role: 'secretary' } as const;
const external = { id: 'e', role: 'external' } as const;

test('the roles that each role may give', () => {
  expect([...rolesFor(admin, undefined)].sort()).toEqual(['admin', 'external', 'manager', 'secretary']);
  expect(rolesFor(manager, undefined)).toEqual(['secretary', 'external']);
  expect(rolesFor(secretary, undefined)).toEqual(['external']);
  expect(rolesFor(external, undefined)).toEqual([]);
});

test('a secretary changes the externals they added, and themselves', () => {
  expect(mayChange(secretary, { id: '1', role: 'external', is_blocked: false })).toBe(true);
  expect(mayChange(secretary, { id: '2', role: 'external' })).toBe(false);
  expect(mayChange(secretary, { id: '3', role: 'secretary' })).toBe(false);
  expect(mayChange(secretary, { id: 's', role: 'secretary', is_blocked: false })).toBe(true);
  expect(mayChange(external, { id: '1', role: 'external', is_blocked: false })).toBe(false);
});

test('without roles from the provider a change is allowed', () => {
  expect(mayChange(secretary, { id: '12' })).toBe(true);
});

test('nobody blocks themselves', () => {
  expect(mayBlock(admin, { id: 'a', role: 'admin' })).toBe(false);
  expect(mayBlock(admin, { id: 'm', role: 'manager' })).toBe(true);
  expect(mayBlock(manager, { id: 's', role: 'secretary' })).toBe(true);
  expect(mayBlock(secretary, { id: 'x', role: 'manager' })).toBe(false);
});

test('only administrators change an e-mail that somebody signs in with', () => {
  expect(mayChangeEmail(admin, { id: 'a' })).toBe(true);
  expect(mayChangeEmail(admin, { id: 's', invitation: null })).toBe(true);
  expect(mayChangeEmail(manager, { id: 'm' })).toBe(false);
  expect(mayChangeEmail(manager, { id: 's', invitation: null })).toBe(false);
  expect(mayChangeEmail(manager, { id: 's', invitation: 'accepted' })).toBe(false);
  expect(mayChangeEmail(manager, { id: 's', invitation: 'failed' })).toBe(true);
  // A provider that tells nothing about invitations.
  expect(mayChangeEmail(manager, { id: 's' })).toBe(true);
});

test('the own role cannot be changed; another one stays among the choices', () => {
  expect(rolesFor(admin, { id: 'a', role: 'admin' })).toEqual(['admin']);
  expect(rolesFor(manager, { id: 'x', role: 'admin' })).toEqual(['admin', 'secretary', 'external']);
  expect(rolesFor(manager, undefined)).toEqual(['secretary', 'external']);
  expect(rolesFor(secretary, { id: 's' })).toEqual([]);
});
