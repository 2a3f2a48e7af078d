export { setup as default } from '#tests/support/demo-data.ts';
