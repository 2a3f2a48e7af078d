/** What makes two numbers the same one: «0114» is «114», and «0114-А» is «114-А». */
export function numberKey(number: string): string {
  return number.trim().replace(/^0+(?=\d)/, '');
}
