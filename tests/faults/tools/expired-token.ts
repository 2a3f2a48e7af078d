import type { Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { accessTokenSeconds, createAccessTokens } from '#server/modules/identity/auth/tokens.ts';
import { openSecretFile } from '#server/platform/secret/secret-file.ts';
import { ServerSecret } from '#server/platform/secret/server-secret.ts';

/**
 * Expires the page's access token: replaces it by one of the same session that the same server would have issued so
 * long ago that it has expired.
 */
export async function expireToken(page: Page, dataDir: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const { sub: userId = '', sid } = decodeJwt<{ sid: string }>(token);
  const then = new Date(Date.now() - 2_000 * accessTokenSeconds);
  const secrets = await openSecretFile(dataDir);
  const tokens = createAccessTokens(new ServerSecret(() => secrets), () => then);
  const expired = await tokens.sign({ userId, sessionId: sid });
  await page.evaluate((value) => localStorage.setItem('token', value), expired);
}
