import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` writes the migrations from the tables; the server runs them when it starts. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/schema/*.ts',
  out: './server/platform/db/migrations',
});
