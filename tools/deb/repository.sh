#!/usr/bin/env bash
# tools/deb/repository.sh [--key <key of gpg>] [--suite <name>] <folder> <package.deb>...: a repository
# for apt with these packages in <folder>, the whole of it each time: files that any web server can serve.
# With a key its index is signed, and <folder>/ranvier.gpg is the key for those who install.
# The suite is this distribution's name, unless given; it has the architectures that the packages have.
cd "$(dirname "$0")/../.."
. tools/lib.sh
key= suite=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --key) key=$2 ;;
    --suite) suite=$2 ;;
    *) say "'$1' is no option: --key or --suite" >&2; exit 2 ;;
  esac
  shift 2
done
[ -n "$suite" ] || suite=$(. /etc/os-release && printf %s "$VERSION_CODENAME")
to=$(realpath -m "${1:?'the folder of the repository is missing'}")
shift
[ -e "${1:-}" ] || { say "there is no package '${1:-}': make deb makes them" >&2; exit 1; }
if [ -e "$to" ] && [ ! -d "$to/dists" ]; then
  say "'$to' is there and no repository: give another folder, or remove it" >&2
  exit 1
fi
if [ -n "$key" ] && ! gpg --batch --list-secret-keys "$key" >/dev/null 2>&1; then
  say "gpg has no secret key '$key': gpg --list-secret-keys lists those it has" >&2
  exit 1
fi

new=$(mktemp -d "$to.XXXXXX")
trap 'rm -rf "$new"' EXIT
mkdir -p "$new/pool"
cp "$@" "$new/pool"
cd "$new"
architectures=$(for one in pool/*.deb; do dpkg-deb --field "$one" Architecture; done | sort -u | grep -v '^all$')
for architecture in $architectures; do
  index=dists/$suite/main/binary-$architecture
  mkdir -p "$index"
  apt-ftparchive --arch "$architecture" packages pool >"$index/Packages"
  gzip --keep --no-name -9 "$index/Packages"
done
apt-ftparchive -o APT::FTPArchive::Release::Origin=Ranvier -o APT::FTPArchive::Release::Suite="$suite" \
  -o APT::FTPArchive::Release::Codename="$suite" -o APT::FTPArchive::Release::Components=main \
  -o APT::FTPArchive::Release::Architectures="${architectures//$'\n'/ }" \
  release "dists/$suite" >Release
mv Release "dists/$suite"
if [ -n "$key" ]; then
  gpg --batch --yes --local-user "$key" --clearsign --output "dists/$suite/InRelease" "dists/$suite/Release"
  gpg --batch --yes --local-user "$key" --armor --detach-sign --output "dists/$suite/Release.gpg" \
    "dists/$suite/Release"
  gpg --batch --export "$key" >ranvier.gpg
fi
chmod -R a+rX .
cd - >/dev/null
rm -rf "$to"
mv "$new" "$to"
trap - EXIT
say "$to: $suite, ${architectures//$'\n'/ }, $(ls "$to/pool" | wc -l) packages, $([ -n "$key" ] && printf "signed by %s" "$key" || printf "not signed")"
