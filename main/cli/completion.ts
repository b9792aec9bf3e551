import { CommanderError, type Command } from 'commander';

/** Scripts that complete commands and options, made from the commands themselves. */

export const shells = ['bash', 'zsh', 'fish'] as const;

interface Words {
  /** As typed: `cache info`. */
  readonly command: string;
  readonly description: string;
  readonly options: readonly { readonly long: string; readonly description: string }[];
}

export function completionScript(program: Command, shell: string): string {
  const words = wordsOf(program);
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return `#compdef rwa-explorer\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(words);
    default:
      throw new CommanderError(2, 'completion', `The shell must be one of ${shells.join(', ')}`);
  }
}

function wordsOf(command: Command, before = ''): Words[] {
  return command.commands.flatMap((part) => {
    const name = `${before}${part.name()}`;
    const options = [...part.options, ...(part.commands.length === 0 ? [] : [])]
      .flatMap(({ long, description }) => (typeof long === 'string' ? [{ long, description }] : []))
      .concat([{ long: '--help', description: 'show help' }]);
    return [{ command: name, description: part.description(), options }, ...wordsOf(part, `${name} `)];
  });
}

function bash(words: readonly Words[]): string {
  const top = words.filter(({ command }) => !command.includes(' ')).map(({ command }) => command);
  const cases = words.map(({ command, options }) => {
    const parts = words
      .filter((other) => other.command.startsWith(`${command} `))
      .map((other) => other.command.split(' ')[1] ?? '');
    return `    '${command}') words='${[...parts, ...options.map(({ long }) => long)].join(' ')}' ;;`;
  });
  return `_rwa_explorer() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words='${top.join(' ')} --help --version'
  case "$command" in cache|key|watch) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;; esac
  if [ "$COMP_CWORD" -gt 1 ]; then case "$command" in
${cases.join('\n')}
    *) words='' ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _rwa_explorer rwa-explorer
`;
}

function fish(words: readonly Words[]): string {
  const lines = words.flatMap(({ command, description, options }) => {
    const [first = '', second] = command.split(' ');
    const condition = second === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${first}`;
    const seen = second === undefined ? first : `${second}; and __fish_seen_subcommand_from ${first}`;
    return [
      `complete -c rwa-explorer -f -n '${condition}' -a '${second ?? first}' -d ${quoted(description)}`,
      ...options.map(
        (option) =>
          `complete -c rwa-explorer -n '__fish_seen_subcommand_from ${seen}' -l '${option.long.slice(2)}' -d ${quoted(option.description)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
