/** The name of an edition, and before it the series that it belongs to, if any. */
export function titleParts(title: string): { series: string; name: string } {
  const at = title.indexOf(": ") + 2;
  return at < 2 ? { series: "", name: title } : { series: title.slice(0, at), name: title.slice(at) };
}
