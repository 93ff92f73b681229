# For the other scripts here: builds their classes when the sources are newer, and finds Java.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

built=target/loadtest
java_program=${JAVA_HOME:+$JAVA_HOME/bin/}java

if [ ! -f "$built/classpath" ] ||
  [ -n "$(find src loadtest/src pom.xml -newer "$built/classpath" -print -quit)" ]; then
  echo "loadtest: building ..." >&2
  ./mvnw -q -Ploadtest test-compile
  touch "$built/classpath"
fi
classes=$built/test-classes:$built/classes:$(<"$built/classpath")
