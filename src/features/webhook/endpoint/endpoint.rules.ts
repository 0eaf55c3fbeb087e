/** The context that a secret is sealed with. A sealed secret cannot be opened for another endpoint. */
export function secretContextOf(endpointId: string): string {
  return `webhook ${endpointId}`;
}
