// The reference of the list benchmark: a Fastify route that runs the one QUERY on DATABASE_URL, listening on PORT.
import Fastify from 'fastify';
import pg from 'pg';

const { sql: text, params: values } = JSON.parse(process.env.QUERY ?? '{}');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/', async () => ({ data: (await pool.query({ text, values })).rows }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
