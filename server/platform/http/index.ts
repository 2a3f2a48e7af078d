// Contract calls as routes, errors, form data, headers, and the files of the client app.

export { collectMethods } from './allowed-methods.ts';
export { letBodyPause, registerBodyPace } from './body-pace.ts';
export { callerSession } from './caller.ts';
export { clientDisconnect } from './client-disconnect.ts';
export { registerCompression } from './compress-answers.ts';
export { type RouteDeps, routesOf, type Write } from './contract-route.ts';
export { answerClientError, sendEarlyError } from './early-errors.ts';
export { registerErrors } from './errors.ts';
export { formProblem, registerForms, type UploadedFile } from './form-body.ts';
export { contentDisposition, prefersMinimal } from './headers.ts';
export { registerJsonBody } from './json-body.ts';
export type { ModelService } from './model-service.ts';
export { registerOpenApi } from './openapi.ts';
export { namesProxies, registerUntrustedProxy } from './proxies.ts';
export { createPublicAddress, type PublicAddress, registerPublicAddress } from './public-address.ts';
export { registerRequestId, requestIdOf, withRequestId } from './request-id.ts';
export type { RequestUser } from './request-user.ts';
export { registerSecurity } from './security.ts';
export { registerConnectionEnd, registerStopping, Stopping } from './stopping.ts';
export { validatorCompiler } from './validate.ts';
export { registerWebClient } from './web-client.ts';
export { registerWellKnown } from './well-known.ts';
