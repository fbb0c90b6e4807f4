import type { Sign } from './sign.ts'

/** The release of the linter's recommended rules that the signs below were read from. */
export const knownRelease = '13.0.7'

/** A blank, also where it is a line end or a tab that is written out. */
const blank = String.raw`(?:\s|\\[nrt])`

const signedUrl: Sign = { text: /:\/\/[^:/\s]{1,256}:[^@/\s]{1,256}@/ }

/** By rule, what every one of its findings contains. A rule without signs finds nothing in a text of which only the text is known. */
export const ruleSigns: { readonly [rule: string]: readonly Sign[] } = {
  aws: [
    {
      text: new RegExp(
        String.raw`(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)["']?${blank}*(?::|=>|=)${blank}*["']?[\w/+=]{40}`,
      ),
    },
  ],
  gcp: [],
  privatekey: [{ text: /-----BEGIN[ A-Z0-9]*PRIVATE KEY/ }],
  npm: [{ run: /npm_\w{36}/ }],
  basicauth: [signedUrl],
  slack: [{ text: /(?:xox[abopr]|xapp)-[a-zA-Z0-9]{1,40}-[a-zA-Z0-9]/ }, { text: /hooks\.slack\.com\/services\/t/i }],
  sendgrid: [{ run: /SG\.\w{1,128}\.\w/ }],
  shopify: [{ run: /shp(?:pa|ca|at|ss)_[a-zA-Z0-9]{32}/ }],
  stripe: [{ run: /[sr]k_(?:live|test)_[a-zA-Z0-9]{24}/ }],
  github: [{ run: /gh[oprsu]_\w{36}/ }, { run: /github_pat_\w{82}/ }, { text: /ghs_\d{1,20}_[\w-]/ }],
  gitlab: [{ run: /glpat-[\w-]{20}/ }],
  grafana: [{ run: /glc_[\w+/]{32}/ }, { run: /glsa_\w{41}/ }],
  openai: [{ run: /T3BlbkFJ/ }],
  anthropic: [{ run: /sk-ant-api0\d/ }],
  groq: [{ run: /gsk_\w{52}/ }],
  huggingface: [{ run: /hf_[a-zA-Z]{34}/ }],
  linear: [{ run: /lin_api_\w{32}/ }],
  notion: [{ run: /ntn_\d{11}/ }],
  '1password': [{ run: /ops_ey/ }],
  'database-connection-string': [signedUrl],
  'hashicorp-vault': [{ run: /hv[bsr]\.[\w-]{90}/ }],
  vercel: [{ run: /vc[aciprk]_[a-zA-Z0-9]{20}/ }],
  databricks: [{ run: /dapi[a-fA-F0-9]{32}/ }],
  docker: [{ run: /dckr_pat_[\w-]{27}/ }],
  figma: [{ run: /figd_[\w-]{40}/ }],
  cloudflare: [{ run: /cf(?:k|ut|at)_[a-zA-Z0-9]{48}/ }],
  tailscale: [{ run: /tskey-[a-z]{2,20}-\w{8}/ }],
}
