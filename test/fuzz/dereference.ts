type Json = Record<string, unknown>;

/** Replaces each `$ref` of an OpenAPI document by its component. The schemas have no cycles. */
export function dereference(document: unknown): unknown {
  const replace = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replace);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...others } = node as Json;
    const target = typeof $ref === 'string' ? (find(document, $ref) as Json) : {};
    return Object.fromEntries(Object.entries({ ...target, ...others }).map(([key, value]) => [key, replace(value)]));
  };
  return replace(document);
}

function find(document: unknown, reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce((node, key) => (node as Json)[key], document);
}
