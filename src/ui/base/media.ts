/**
 * Media queries by name: `useMediaQuery('phone')`, and in style sheets `@media (--phone)`, into which
 * scripts/style-scale.ts writes the query.
 */
export const media = {
  'small-phone': '(max-width: 359px)',
  'from-phone': '(min-width: 360px)',
  'phone-upright': '(max-width: 479px)',
  'large-phone': '(max-width: 559px)',
  'from-large-phone': '(min-width: 560px)',
  phone: '(max-width: 719px)',
  'from-tablet': '(min-width: 720px)',
  'small-tablet': '(max-width: 899px)',
  'tablet-upright': '(max-width: 999px)',
  tablet: '(max-width: 1099px)',
  'from-laptop': '(min-width: 1100px)',
  /** A phone in landscape, or a laptop zoomed to 200 %. */
  low: '(max-height: 479px)',
  'not-low': '(min-height: 540px)',
  short: '(max-height: 819px)',
  tall: '(min-height: 900px)',
  /** The installed app in a window of its own. */
  standalone: '(display-mode: standalone)',
} as const;
