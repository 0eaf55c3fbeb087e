import { DockerfileParser, type Instruction } from 'dockerfile-ast';

/** A line of a Dockerfile: its keyword, its flags (`--from=build`), and the words or the text after them. */
export type Step = {
  keyword: string;
  flags: ReadonlyMap<string, string>;
  words: readonly string[];
  /** All words as they stand, with continued lines joined. */
  text: string;
  /** The words of the form `["…"]`, which no shell reads. */
  json: readonly string[] | null;
};

/** What stands between two `FROM`. */
export type Stage = { name: string | null; base: string; steps: readonly Step[] };

/** What a container of an image starts with. */
export type ImageSettings = {
  environment: Readonly<Record<string, string>>;
  folder: string;
  user: string;
  volumes: readonly string[];
  labels: Readonly<Record<string, string>>;
  stopSignal: string;
  command: readonly string[];
  healthCommand: readonly string[];
};

/** Reads the stages of a Dockerfile, which has no `ARG` and no heredocs. */
export function parseDockerfile(text: string): Stage[] {
  const stages: (Stage & { steps: Step[] })[] = [];
  for (const step of DockerfileParser.parse(text).getInstructions().map(parseStep)) {
    const [base = '', , name = null] = step.words;
    if (step.keyword === 'FROM') stages.push({ name, base, steps: [] });
    else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

/** The steps of the last stage and of all that it is based on, in their order. */
export function listStepsOfImage(stages: readonly Stage[]): Step[] {
  const stepsOf = ({ base, steps }: Stage): Step[] => {
    const parent = stages.find(({ name }) => name === base);
    return parent === undefined ? [...steps] : [...stepsOf(parent), ...steps];
  };
  const last = stages.at(-1);
  if (last === undefined) throw new Error('The Dockerfile has no stage.');
  return stepsOf(last);
}

/** What the steps say of each container, the last of each kind. */
export function readImageSettings(steps: readonly Step[]): ImageSettings {
  const last = (keyword: string): Step => {
    const step = steps.findLast((each) => each.keyword === keyword);
    if (step === undefined) throw new Error(`The Dockerfile has no ${keyword}.`);
    return step;
  };
  const jsonOf = ({ keyword, json }: Step): readonly string[] => {
    if (json === null) throw new Error(`${keyword} is not in the form of JSON, so a shell would get the signals.`);
    return json;
  };
  return {
    environment: readPairs(steps, 'ENV'),
    folder: last('WORKDIR').text,
    user: last('USER').text,
    volumes: steps.filter(({ keyword }) => keyword === 'VOLUME').flatMap(({ words }) => words),
    labels: readPairs(steps, 'LABEL'),
    stopSignal: last('STOPSIGNAL').text,
    command: jsonOf(last('CMD')),
    healthCommand: jsonOf(last('HEALTHCHECK')),
  };
}

function parseStep(instruction: Instruction): Step {
  const line = instruction.getTextContent().replace(/\\\n/g, ' ');
  const [, options = '', text = ''] = /^\S+\s+((?:--\S+\s+)*)(.*)$/s.exec(line) ?? [];
  const flags = [...options.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const);
  const [json] = /\[.*\]$/s.exec(text) ?? [];
  return {
    keyword: instruction.getKeyword(),
    flags: new Map(flags),
    words: text.trim().split(/\s+/),
    text: text.trim(),
    json: json === undefined ? null : JSON.parse(json),
  };
}

function readPairs(steps: readonly Step[], keyword: string): Record<string, string> {
  const texts = steps.filter((step) => step.keyword === keyword).map(({ text }) => text);
  const pairs = texts.flatMap((text) => [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)]);
  return Object.fromEntries(pairs.map(([, name = '', quoted, bare = '']) => [name, quoted ?? bare]));
}
