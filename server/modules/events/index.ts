// The stream of news.

export { registerEvents } from './routes.ts';
