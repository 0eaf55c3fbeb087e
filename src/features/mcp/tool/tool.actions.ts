import type { Static, TObject } from 'typebox';
import type { Actor } from '#access/actor.ts';
import type { TokenFacts, TokenScope } from '#access/token-scope.ts';
import type { McpDeps } from '../deps.ts';

/** The user of a client, and the token that it acts with. */
export type McpCaller = { actor: Actor; token: TokenFacts };

/** Something that a client can do. Names and texts are read by language models. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  scope: TokenScope;
  /** Reads are audited. */
  isReadOnly: boolean;
  input: TObject;
  run: (deps: McpDeps, actor: Actor, input: object) => Promise<object>;
};

/** Creates a tool. Its input is validated before it runs. Throws what `run` throws. */
export function defineTool<Input extends TObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run: (deps: McpDeps, actor: Actor, input: Static<Input>) => Promise<object>;
  },
): Tool {
  return { ...tool, run: (deps, actor, input) => tool.run(deps, actor, input as Static<Input>) };
}
