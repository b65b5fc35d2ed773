import { useQuery } from '@tanstack/react-query'

import { publishedVersions } from '../api/versions.ts'
import { config } from '../config.ts'
import { versionInfo } from './version.ts'
import type { VersionInfo } from './version.ts'

/** The server's version and, for admins, whether there is a newer one. */
export const useVersionInfo = (): VersionInfo => versionInfo(config.version, useQuery(publishedVersions).data)
