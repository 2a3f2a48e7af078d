// Why a request is not carried out, as all of the server says it.

export { type FieldErrors, invalidField, notFound, Problem } from './problem.ts';
